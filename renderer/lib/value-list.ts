/** A value as JSON writes a text, up to the comma behind it; else all up to the next comma. */
const VALUE = /(?:^|,)\s*(?:("(?:[^"\\]|\\.)*")\s*(?=,|$)|([^,]*))/g;
/** What would be read back as something else. */
const NEEDS_QUOTES = /^$|^["\s]|\s$|,/;

/** Values parted by commas: `ada, "Smith, John"`. */
export const joinValues = (values: readonly string[]): string =>
  values.map((value) => (NEEDS_QUOTES.test(value) ? JSON.stringify(value) : value)).join(', ');

/** The values that were joined; white space around them is none of theirs, and what is between two commas alone is none. */
export function splitValues(text: string): string[] {
  return [...text.matchAll(VALUE)].flatMap(([, quoted, plain = '']) => {
    const value = quoted === undefined ? plain.trim() : unquoted(quoted);
    return value === '' && quoted === undefined ? [] : [value];
  });
}

/** As it stands where it is no JSON. */
function unquoted(text: string): string {
  try {
    return JSON.parse(text) as string;
  } catch {
    return text;
  }
}
