import { printJson } from './json-preview.ts';

export type Attribute = { readonly key: string; readonly value: unknown; readonly text: string };

/**
 * Attributes in order of their keys, or as they stand where they are not to be `isSorted`: those whose key or value contains
 * the search text, whatever its case.
 */
export function listAttributes(
  attributes: Readonly<Record<string, unknown>>,
  search: string,
  isSorted = true,
): Attribute[] {
  const wanted = search.trim().toLowerCase();
  const listed = Object.entries(attributes)
    .map(([key, value]) => ({ key, value, text: typeof value === 'string' ? value : printJson(value) }))
    .filter(
      ({ key, text }) =>
        wanted === '' || key.toLowerCase().includes(wanted) || text.toLowerCase().includes(wanted),
    );
  return isSorted ? listed.sort((a, b) => (a.key < b.key ? -1 : 1)) : listed;
}
