import { useState } from 'react';

/**
 * The first answer to `asked` that is up to date. It stays, whatever arrives meanwhile: what is offered must not move under
 * the pointer that is about to press it.
 */
export function useFirstAnswer<Data>(
  asked: string,
  { data, isFetching }: { readonly data: Data | undefined; readonly isFetching: boolean },
): Data | undefined {
  const [first, setFirst] = useState<{ readonly asked: string; readonly data: Data } | null>(null);
  if (first?.asked === asked) return first.data;
  if (data !== undefined && !isFetching) setFirst({ asked, data });
  return data;
}
