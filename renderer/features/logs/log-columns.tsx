import { Link } from '@tanstack/react-router';
import type { LogRecord } from '../../../collector/contract/logs.ts';
import { logDetails, logHead, logText } from './log-text.ts';
import { printJson } from '../../lib/json-preview.ts';
import { firstLine } from '../../lib/text.ts';
import { SeverityMark } from '../../ui/facts/SeverityMark.tsx';
import { ClockTime } from '../../ui/RelativeTime.tsx';
import type { Column } from '../../ui/grid/columns.ts';
import { idColumn, namesColumn, NEVER } from '../../ui/list/shared-columns.tsx';

/** The columns of the table of log records. */
export function logColumns(project: string): readonly Column<LogRecord>[] {
  return [
    {
      id: 'time',
      value: (record) => record.time,
      label: 'Time',
      track: '136px',
      fixedOrder: 'descending',
      isBelow: true,
      cell: (record) => (
        <span className="text-ink-2">
          <ClockTime iso={record.time} />
        </span>
      ),
    },
    {
      id: 'severity',
      value: (record) => record.severity_text ?? record.severity_number,
      label: 'Severity',
      track: '64px',
      fromWidth: 404,
      isBelow: true,
      cell: (record) => <SeverityMark record={record} />,
    },
    namesColumn((record) => record.event_name, {
      id: 'event',
      label: 'Event',
      track: 'minmax(110px,.6fr)',
      fromWidth: 900,
    }),
    {
      id: 'body',
      value: logText,
      label: 'Body',
      track: 'minmax(140px,3fr)',
      cell: (record, { hasCell }) => (
        <span dir="auto" className="block truncate text-left font-mono">
          {firstLine(logHead(record, hasCell('event')), 400)}{' '}
          {!hasCell('attributes') && <span className="text-ink-3">{logDetails(record)}</span>}
        </span>
      ),
    },
    {
      id: 'attributes',
      // All of them, where a cell tells those that say something of the record.
      value: ({ attributes }) => (Object.keys(attributes).length === 0 ? null : printJson(attributes, 0)),
      label: 'Attributes',
      track: 'minmax(140px,2fr)',
      fromWidth: NEVER,
      cell: (record) => (
        <span dir="auto" className="block truncate text-left font-mono text-ink-3">
          {logDetails(record)}
        </span>
      ),
    },
    namesColumn((record) => record.service_name, {
      id: 'service',
      label: 'Service',
      track: 'minmax(84px,.5fr)',
      fromWidth: 760,
    }),
    namesColumn((record) => record.scope.name, {
      id: 'scope',
      label: 'Scope',
      track: 'minmax(84px,.5fr)',
      fromWidth: 1700,
    }),
    {
      id: 'trace',
      value: (record) => record.trace_id,
      label: 'Trace',
      track: '92px',
      fromWidth: 640,
      cell: (record, { tabIndex }) =>
        record.trace_id === null ? null : (
          <Link
            to="/p/$project/traces/$traceId"
            params={{ project, traceId: record.trace_id }}
            search={record.span_id === null ? {} : { span: record.span_id }}
            tabIndex={tabIndex}
            title={record.trace_id}
            className="font-mono text-xs text-accent hover:underline"
          >
            {record.trace_id.slice(0, 10)}…
          </Link>
        ),
    },
    idColumn((record) => record.span_id, { id: 'span', label: 'Span id', track: '128px', fromWidth: NEVER }),
  ];
}
