import type { LogRecord } from '../../collector/contract/logs.ts';

/** The ranges of the protocol's severity numbers, from 1: four numbers each. */
export const SEVERITIES = ['TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR', 'FATAL'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** The range that a record is in; by its text where it has no number, null where it has neither. */
export function severityOf(record: Pick<LogRecord, 'severity_number' | 'severity_text'>): Severity | null {
  const { severity_number: number, severity_text: text } = record;
  if (number !== null && number >= 1 && number <= 24) return SEVERITIES[Math.floor((number - 1) / 4)] ?? null;
  const named = (text ?? '').toUpperCase();
  return SEVERITIES.find((severity) => named.startsWith(severity)) ?? null;
}

/** `info` as `INFO`, 9 as `INFO`: what `min_severity` of an address means; null for anything else. */
export function readSeverity(text: string | undefined): Severity | null {
  if (text === undefined) return null;
  const named = SEVERITIES.find((severity) => severity === text.toUpperCase());
  return named ?? severityOf({ severity_number: Number(text), severity_text: null });
}
