import type { LogRecord } from '../../../collector/contract/logs.ts';
import { severityOf, type Severity } from '../../lib/log-severity.ts';
import { showHidden } from '../../lib/text.ts';
import { classNames } from '../class-names.ts';

const TONES: Readonly<Record<Severity, string>> = {
  TRACE: 'text-ink-3',
  DEBUG: 'text-ink-3',
  INFO: 'text-accent',
  WARN: 'text-warn',
  ERROR: 'text-error',
  FATAL: 'text-error font-semibold',
};

/** A record's severity in its own word, coloured by its range; nothing of a record that tells none. */
export function SeverityMark({ record }: { readonly record: LogRecord }) {
  const severity = severityOf(record);
  const text = showHidden(record.severity_text ?? severity ?? '');
  if (text === '') return null;
  return (
    <span
      title={record.severity_number === null ? text : `${text} (${record.severity_number})`}
      className={classNames('font-mono text-xs', severity === null ? 'text-ink-3' : TONES[severity])}
    >
      {text}
    </span>
  );
}
