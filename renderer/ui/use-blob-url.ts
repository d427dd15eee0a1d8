import { useEffect, useState } from 'react';
import { decodeBase64 } from '../lib/blob.ts';

/** A `blob:` address of the bytes in a base64 text, for as long as the component is shown; null without any. */
export function useBlobUrl(base64: string | null, type: string): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const bytes = base64 === null ? null : decodeBase64(base64);
    if (bytes === null) return;
    const made = URL.createObjectURL(new Blob([bytes], { type }));
    setUrl(made);
    return () => {
      setUrl(null);
      URL.revokeObjectURL(made);
    };
  }, [base64, type]);
  return url;
}
