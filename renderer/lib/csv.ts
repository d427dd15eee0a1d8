export type CsvValue = string | number | bigint | boolean | null | undefined;

// Where a spreadsheet would begin to read a formula: at the start of a text, and, as many split the lines of a file at
// semicolons or tabs and then take no quotes inside of them for such, after each of these and after a line break.
const FORMULA = /(?<=^|[;\t\r\n])(?=(?:"|[^\S\t\r\n])*[=+\-@＝＋－＠])|^(?=[\t\r\n])/g;

/**
 * A table as CSV (RFC 4180: CRLF, quotes doubled). Everything in it came from elsewhere, so what a spreadsheet would take
 * for a formula in a text is led by an apostrophe (OWASP, "CSV injection"); numbers stay numbers.
 */
export function toCsv(head: readonly string[], rows: readonly (readonly CsvValue[])[]): string {
  return [head, ...rows].map((row) => row.map(toCell).join(',')).join('\r\n') + '\r\n';
}

function toCell(value: CsvValue): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return String(value);
  const text = value.replace(FORMULA, "'");
  return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
