import type { SpanKind, StatusCode } from '../../contract/common.ts';

/* What the protocol's numbers are called. The contract's schemas say the same, but would load TypeBox on every thread. */

export const SPAN_KINDS = [
  'UNSPECIFIED',
  'INTERNAL',
  'SERVER',
  'CLIENT',
  'PRODUCER',
  'CONSUMER',
] as const satisfies readonly SpanKind[];
export const STATUS_CODES = ['UNSET', 'OK', 'ERROR'] as const satisfies readonly StatusCode[];

export const kindName = (kind: number): SpanKind => SPAN_KINDS[kind] ?? 'UNSPECIFIED';
export const statusName = (status: number): StatusCode => STATUS_CODES[status] ?? 'UNSET';

/** SQL for the name of a number; the first name is that of numbers that have none, too. */
export function nameSql(column: string, [unknown, ...others]: readonly string[]): string {
  const cases = others.map((name, i) => `WHEN ${i + 1} THEN '${name}'`);
  return `CASE ${column} ${cases.join(' ')} ELSE '${unknown}' END`;
}
