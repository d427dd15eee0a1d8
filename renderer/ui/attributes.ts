import { printJson } from '../lib/json-preview.ts';

export type Attribute = { readonly key: string; readonly value: unknown; readonly text: string };

/** Attributes in order of their keys, or as they stand where they are not to be `isSorted`. */
export function listAttributes(
  attributes: Readonly<Record<string, unknown>>,
  isSorted: boolean,
): readonly Attribute[] {
  const listed = Object.entries(attributes).map(([key, value]) => ({
    key,
    value,
    text: typeof value === 'string' ? value : printJson(value),
  }));
  return isSorted ? listed.sort((a, b) => (a.key < b.key ? -1 : 1)) : listed;
}

/** Those whose key or value contains the search text, whatever its case; the very same objects, so that rows stay drawn. */
export function searchAttributes(attributes: readonly Attribute[], search: string): readonly Attribute[] {
  const wanted = search.trim().toLowerCase();
  if (wanted === '') return attributes;
  return attributes.filter(
    ({ key, text }) => key.toLowerCase().includes(wanted) || text.toLowerCase().includes(wanted),
  );
}
