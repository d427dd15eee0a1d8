import { useQuery } from '@tanstack/react-query';
import type { LogRecord } from '../../../collector/contract/logs.ts';
import { spanQuery } from '../../api/queries.ts';
import { formatOffset } from '../../lib/format.ts';
import { showHidden } from '../../lib/text.ts';
import { formatExact, parseTime } from '../../lib/time.ts';
import { AttributeTable } from '../../ui/AttributeTable.tsx';
import { TextContent } from '../../ui/conversation/TextContent.tsx';
import { JsonTree } from '../../ui/JsonTree.tsx';
import { Pill } from '../../ui/Pill.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { LongList } from './LongList.tsx';
import type { SpanPageProps } from './span-page.ts';
import { SpanPageFrame } from './SpanPageFrame.tsx';

/** The log records that name the span, in the order in which they were written. */
export function LogsTab({ project, traceId, spanId }: SpanPageProps) {
  const query = useQuery(spanQuery(project, traceId, spanId));
  return (
    <SpanPageFrame query={query}>
      {(span) =>
        span.logs.length === 0 ? (
          <EmptyState title="No logs">
            <p>No log record names {showHidden(span.span_name)}.</p>
          </EmptyState>
        ) : (
          <LongList key={spanId} items={span.logs}>
            {(log) => <LogItem key={log.id} log={log} startMs={parseTime(span.timestamp_start)} />}
          </LongList>
        )
      }
    </SpanPageFrame>
  );
}

function LogItem({ log, startMs }: { readonly log: LogRecord; readonly startMs: number }) {
  const timeMs = parseTime(log.time);
  return (
    <li className="border-b border-line py-2">
      <div className="flex items-baseline gap-2 px-4">
        <Severity log={log} />
        {log.event_name !== null && (
          <h3 dir="auto" className="min-w-0 font-medium wrap-anywhere">
            {showHidden(log.event_name)}
          </h3>
        )}
        <time
          dateTime={log.time}
          title={formatExact(timeMs)}
          className="num ml-auto flex-none text-xs text-ink-3"
        >
          {formatOffset(timeMs - startMs)}
        </time>
      </div>
      {log.body !== null && (
        <div className="px-4 py-1">
          {typeof log.body === 'string' ? (
            <TextContent text={log.body} isPlain={false} />
          ) : (
            <div className="font-mono text-sm leading-5">
              <JsonTree value={log.body} isOpen />
            </div>
          )}
        </div>
      )}
      {Object.keys(log.attributes).length > 0 && (
        <AttributeTable title="Attributes" attributes={log.attributes} />
      )}
    </li>
  );
}

/** Severity numbers: 17 and up are errors, 13 to 16 warnings (OpenTelemetry log data model). */
function Severity({ log }: { readonly log: LogRecord }) {
  const number = log.severity_number ?? 0;
  const text = log.severity_text ?? (number === 0 ? null : `severity ${number}`);
  if (text === null) return null;
  return <Pill tone={number >= 17 ? 'error' : number >= 13 ? 'warn' : 'quiet'}>{showHidden(text)}</Pill>;
}
