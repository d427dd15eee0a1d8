import { Link } from '@tanstack/react-router';
import type { LogRecord } from '../../../../collector/contract/logs.ts';
import { ALL_TIME } from '../../../lib/time-range.ts';
import { showHidden, shownName } from '../../../lib/text.ts';
import { AttributeTable } from '../../../ui/attributes/AttributeTable.tsx';
import { TextContent } from '../../../ui/conversation/TextContent.tsx';
import { JsonTree } from '../../../ui/text/JsonTree.tsx';
import { SeverityMark } from '../../../ui/facts/SeverityMark.tsx';
import { EmptyState } from '../../../ui/notices/States.tsx';
import { ItemTime } from './ItemTime.tsx';
import { LongList } from './LongList.tsx';
import type { SpanPageProps } from './span-page.ts';
import { SpanDetailFrame } from './SpanPageFrame.tsx';

const UNATTACHED_ID = 'logs-without-a-span';

type Props = SpanPageProps & {
  /** Records of the trace that stand here because they name no span of it. */
  readonly unattached: readonly LogRecord[];
};

/** The log records that name the span, in the order in which they were written, and those that it stands for. */
export function LogsTab({ unattached, ...props }: Props) {
  const { project, traceId, spanId } = props;
  return (
    <SpanDetailFrame page={props}>
      {(span) => {
        const item = (log: LogRecord) => <LogItem key={log.id} log={log} spanStart={span.timestamp_start} />;
        const isEmpty = span.logs.length + unattached.length === 0;
        return (
          <>
            {isEmpty && (
              <EmptyState title="No logs">
                <p>No log record names {shownName(span.span_name)}.</p>
                <AllLogs project={project} traceId={traceId} />
              </EmptyState>
            )}
            <LongList key={spanId} items={span.logs}>
              {item}
            </LongList>
            {unattached.length > 0 && (
              <section aria-labelledby={UNATTACHED_ID}>
                <h3
                  id={UNATTACHED_ID}
                  className="border-b border-line bg-surface px-4 py-1.5 text-sm font-medium"
                >
                  Of the trace, without a span
                </h3>
                <LongList items={unattached}>{item}</LongList>
              </section>
            )}
            {!isEmpty && (
              <p className="px-4 py-2.5 text-sm">
                <AllLogs project={project} traceId={traceId} />
              </p>
            )}
          </>
        );
      }}
    </SpanDetailFrame>
  );
}

function AllLogs({ project, traceId }: Pick<Props, 'project' | 'traceId'>) {
  return (
    <Link
      to="/p/$project/logs"
      params={{ project }}
      // Whenever they were written, also where the list that the trace was opened from tells another time.
      search={{ ...ALL_TIME, trace_id: traceId }}
      className="text-link"
    >
      All logs of this trace
    </Link>
  );
}

function LogItem({ log, spanStart }: { readonly log: LogRecord; readonly spanStart: string }) {
  return (
    <li className="border-b border-line py-2">
      <div className="flex items-baseline gap-2 px-4">
        <SeverityMark record={log} />
        {log.event_name !== null && (
          <h3 dir="auto" className="min-w-0 font-medium wrap-anywhere">
            {showHidden(log.event_name)}
          </h3>
        )}
        <ItemTime iso={log.time} spanStart={spanStart} />
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
      <AttributeTable title="Attributes" attributes={log.attributes} />
    </li>
  );
}
