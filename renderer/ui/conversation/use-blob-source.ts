import { useCallback, type RefCallback } from 'react';
import { decodeBase64 } from './blob.ts';

/** A ref that gives its element a `blob:` address of the bytes in a base64 text, for as long as the element is there. */
export function useBlobSource(
  base64: string,
  type: string,
  attribute: 'src' | 'href',
): RefCallback<HTMLElement> {
  return useCallback(
    (element) => {
      const bytes = decodeBase64(base64);
      if (element === null || bytes === null) return;
      const url = URL.createObjectURL(new Blob([bytes], { type }));
      element.setAttribute(attribute, url);
      return () => {
        element.removeAttribute(attribute);
        URL.revokeObjectURL(url);
      };
    },
    [base64, type, attribute],
  );
}
