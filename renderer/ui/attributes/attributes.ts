import { printJson } from '../../lib/json-preview.ts';

export type Attribute = { readonly key: string; readonly value: unknown; readonly text: string };

/** Attributes in order of their keys. */
export function listAttributes(attributes: Readonly<Record<string, unknown>>): readonly Attribute[] {
  return Object.entries(attributes)
    .map(([key, value]) => ({ key, value, text: typeof value === 'string' ? value : printJson(value) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1));
}

/** Those whose key or value contains the search text, whatever its case; the very same objects, so that rows stay drawn. */
export function searchAttributes(attributes: readonly Attribute[], search: string): readonly Attribute[] {
  const wanted = search.trim().toLowerCase();
  if (wanted === '') return attributes;
  return attributes.filter(
    ({ key, text }) => key.toLowerCase().includes(wanted) || text.toLowerCase().includes(wanted),
  );
}
