export type CsvValue = string | number | bigint | boolean | null | undefined;

/**
 * A table as CSV (RFC 4180: CRLF, quotes doubled). Everything in it came from elsewhere, so a text that a spreadsheet
 * would take for a formula is led by an apostrophe (OWASP, "CSV injection"); numbers stay numbers.
 */
export function toCsv(head: readonly string[], rows: readonly (readonly CsvValue[])[]): string {
  return [head, ...rows].map((row) => row.map(toCell).join(',')).join('\r\n') + '\r\n';
}

function toCell(value: CsvValue): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return String(value);
  const text = /^[\s]*[=+\-@＝＋－＠]|^[\t\r\n]/.test(value) ? `'${value}` : value;
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
