import { useMemo } from 'react';
import type { LogRecord } from '../../../collector/contract/logs.ts';
import { logText } from './log-text.ts';
import { parseJsonText, showHidden } from '../../lib/text.ts';
import { formatExact, parseTime } from '../../lib/time.ts';
import { AttributeTable } from '../../ui/attributes/AttributeTable.tsx';
import { CopyButton } from '../../ui/controls/CopyButton.tsx';
import { CutText } from '../../ui/text/CutText.tsx';
import { FactGroup, FactRow } from '../../ui/facts/FactGroup.tsx';
import { SeverityMark } from '../../ui/facts/SeverityMark.tsx';
import { JsonTree } from '../../ui/text/JsonTree.tsx';
import { PanelLink } from '../../ui/panels/PanelLink.tsx';
import { SidePanel } from '../../ui/panels/SidePanel.tsx';
import { EmptyState } from '../../ui/notices/States.tsx';

type Props = {
  readonly project: string;
  readonly record: LogRecord | undefined;
  readonly onClose: () => void;
};

/** All that a log record holds, with the way to its trace and span. */
export function LogPanel({ project, record, onClose }: Props) {
  return (
    <SidePanel
      label="Log record"
      onClose={onClose}
      title={
        record === undefined ? (
          <span className="text-ink-3">Log record</span>
        ) : (
          <>
            <SeverityMark record={record} />
            <span className="truncate">{showHidden(record.event_name ?? 'Log record')}</span>
          </>
        )
      }
      actions={
        record === undefined || record.trace_id === null ? undefined : (
          <PanelLink
            to="/p/$project/traces/$traceId"
            params={{ project, traceId: record.trace_id }}
            search={{ span: record.span_id ?? undefined }}
          >
            {record.span_id === null ? 'Open trace' : 'Open span'}
          </PanelLink>
        )
      }
    >
      {record === undefined ? (
        <EmptyState title="This record is not in sight">
          <p>It was deleted, or lies further down in the list than what has been read.</p>
        </EmptyState>
      ) : (
        <Loaded record={record} />
      )}
    </SidePanel>
  );
}

function Loaded({ record }: { readonly record: LogRecord }) {
  const scope = [record.scope.name, record.scope.version].filter((text) => text !== '').join(' ');
  const facts = {
    Time: formatExact(parseTime(record.time)),
    ...(record.observed_time === null ? {} : { Observed: formatExact(parseTime(record.observed_time)) }),
    ...(record.service_name === null ? {} : { Service: record.service_name }),
    ...(scope === '' ? {} : { Scope: scope }),
    ...(record.trace_id === null ? {} : { 'Trace id': record.trace_id }),
    ...(record.span_id === null ? {} : { 'Span id': record.span_id }),
  };
  return (
    <div
      role="region"
      aria-label="Log record details"
      tabIndex={0}
      className="min-h-0 flex-1 overflow-auto pb-5 focus-visible:-outline-offset-2"
    >
      <Body record={record} />
      <div className="px-4 pt-2.5">
        <FactGroup title="Record">
          {Object.entries(facts).map(([label, value]) => (
            <FactRow key={label} label={label} copies={value}>
              <bdi>{showHidden(value)}</bdi>
            </FactRow>
          ))}
        </FactGroup>
      </div>
      <AttributeTable title="Attributes" attributes={record.attributes} />
      <AttributeTable title="Resource" attributes={record.resource.attributes} />
    </div>
  );
}

function Body({ record }: { readonly record: LogRecord }) {
  const text = logText(record);
  const json = useMemo(
    () => (typeof record.body === 'string' ? parseJsonText(record.body) : record.body),
    [record.body],
  );
  if (text === '') return null;
  return (
    <div className="flex items-start gap-2 border-b border-line py-2.5 pr-2 pl-4 font-mono text-sm">
      <div className="min-w-0 flex-1">
        {typeof json === 'object' && json !== null ? (
          <JsonTree value={json} isOpen openDepth={1} />
        ) : (
          <CutText text={text} />
        )}
      </div>
      <CopyButton text={text} label="Copy the body" small />
    </div>
  );
}
