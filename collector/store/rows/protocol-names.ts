import type { SpanKind, StatusCode } from '../../contract/common.ts';
import { SPAN_KINDS, STATUS_CODES } from '../../contract/span-names.ts';

/* What the protocol's numbers are called. */

export const kindName = (kind: number): SpanKind => SPAN_KINDS[kind] ?? 'UNSPECIFIED';
export const statusName = (status: number): StatusCode => STATUS_CODES[status] ?? 'UNSET';

/** SQL for the name of a number; the first name is that of numbers that have none, too. */
export function nameSql(column: string, [unknown, ...others]: readonly string[]): string {
  const cases = others.map((name, i) => `WHEN ${i + 1} THEN '${name}'`);
  return `CASE ${column} ${cases.join(' ')} ELSE '${unknown}' END`;
}
