import { useQuery } from '@tanstack/react-query';
import { Code } from 'lucide-react';
import { Tabs } from 'radix-ui';
import { memo } from 'react';
import type { LogRecord } from '../../../../collector/contract/logs.ts';
import type { TraceTreeDetail } from '../../../../collector/contract/traces.ts';
import { spanQuery } from '../../../api/queries.ts';
import type { TraceSearch, TraceTab } from '../../../lib/search.ts';
import type { SpanTree } from '../../../lib/span-tree.ts';
import { TabBar } from '../../../ui/controls/TabBar.tsx';
import { ToggleChip } from '../../../ui/controls/ToggleChip.tsx';
import { useSettled } from '../../../ui/use-settled.ts';
import { useShortcuts } from '../../../ui/keyboard/use-shortcuts.ts';
import { AttributesTab } from './AttributesTab.tsx';
import { ConversationTab } from './ConversationTab.tsx';
import { EventsTab } from './EventsTab.tsx';
import { LinksTab } from './LinksTab.tsx';
import { LogsTab } from './LogsTab.tsx';
import { MessagesTab } from './MessagesTab.tsx';
import { MissingSpan } from './MissingSpan.tsx';
import { RawTab } from './RawTab.tsx';
import { ResourceTab } from './ResourceTab.tsx';
import type { SpanPageProps } from './span-page.ts';
import { SpanTab } from './SpanTab.tsx';
import { firstSpan } from '../use-trace-view.ts';
import { useUnattachedLogs } from './use-unattached-logs.ts';

type Props = {
  readonly project: string;
  readonly trace: TraceTreeDetail;
  readonly tree: SpanTree;
  readonly tab: TraceTab;
  readonly selectedId: string | null;
  /** The span that the pages tell of. */
  readonly toldId: string | null;
  /** The one that they would tell of, had it come. */
  readonly missingId: string | null;
  readonly isPlain: boolean;
  readonly onSelect: (spanId: string) => void;
  readonly onChange: (change: TraceSearch) => void;
};

/** The conversation, and the pages of a span. */
export const DetailTabs = memo(function DetailTabs(props: Props) {
  const { project, trace, tree, tab, selectedId, toldId, missingId, isPlain, onSelect, onChange } = props;
  const span = toldId === null ? null : (tree.byId.get(toldId)?.span ?? null);
  useShortcuts({ m: () => onChange({ tab: 'conversation' }) });
  const isSettled = useSettled(span?.span_id, true) === span?.span_id;
  // What the tree does not know of it; the conversation is there without.
  const { data: detail } = useQuery({
    ...spanQuery(project, trace.trace_id, span?.span_id ?? ''),
    enabled: span !== null && tab !== 'conversation' && isSettled,
  });
  const unattached = useUnattachedLogs({
    project,
    traceId: trace.trace_id,
    // They stand with the first span: they are of none, and it is what shows while none is selected.
    isEnabled: toldId !== null && toldId === firstSpan(tree)?.id && tab !== 'conversation',
    isShown: tab === 'logs',
  });
  if (span === null && missingId === null) return null;
  const tabs = [
    { id: 'conversation', label: 'Conversation' },
    { id: 'span', label: 'Overview' },
    { id: 'messages', label: 'Messages' },
    { id: 'attributes', label: 'Attributes' },
    { id: 'events', label: 'Events', count: span?.event_count },
    { id: 'logs', label: 'Logs', count: detail && detail.logs.length + unattached.length },
    { id: 'links', label: 'Links', count: detail?.links.length },
    { id: 'resource', label: 'Resource' },
    { id: 'raw', label: 'Raw' },
  ] as const;
  return (
    <Tabs.Root
      value={tab}
      onValueChange={(next) => onChange({ tab: next as TraceTab })}
      className="flex min-h-0 flex-1 flex-col"
    >
      <TabBar<TraceTab> label="Details" value={tab} tabs={tabs}>
        {tab === 'conversation' && (
          <ToggleChip
            label="Raw text"
            icon={<Code size={13} aria-hidden />}
            isOn={isPlain}
            onToggle={(plain) => onChange({ plain })}
          />
        )}
      </TabBar>
      <Tabs.Content value="conversation" className="flex min-h-0 flex-1 flex-col" tabIndex={-1}>
        <ConversationTab
          project={project}
          trace={trace}
          tree={tree}
          selectedId={selectedId}
          missingId={missingId}
          isPlain={isPlain}
          onSelect={onSelect}
          onChange={onChange}
        />
      </Tabs.Content>
      {span === null ? (
        tabs.slice(1).map(({ id }) => (
          <Page key={id} id={id}>
            <MissingSpan spanId={missingId ?? ''} trace={trace} />
          </Page>
        ))
      ) : (
        <SpanPages
          tree={tree}
          shown={{ project, traceId: trace.trace_id, spanId: span.span_id, isSettled }}
          unattached={unattached}
        />
      )}
    </Tabs.Root>
  );
});

type SpanPagesProps = {
  readonly tree: SpanTree;
  readonly shown: SpanPageProps;
  /** The log records of no span that stand with this one. */
  readonly unattached: readonly LogRecord[];
};

function SpanPages({ tree, shown, unattached }: SpanPagesProps) {
  return (
    <>
      <Page id="span">
        <SpanTab {...shown} />
      </Page>
      <Page id="messages">
        <MessagesTab {...shown} tree={tree} />
      </Page>
      <Page id="attributes">
        <AttributesTab {...shown} />
      </Page>
      <Page id="events">
        <EventsTab {...shown} />
      </Page>
      <Page id="logs">
        <LogsTab {...shown} unattached={unattached} />
      </Page>
      <Page id="links">
        <LinksTab {...shown} />
      </Page>
      <Page id="resource">
        <ResourceTab {...shown} />
      </Page>
      <Page id="raw">
        <RawTab {...shown} />
      </Page>
    </>
  );
}

function Page({ id, children }: { readonly id: TraceTab; readonly children: React.ReactNode }) {
  return (
    <Tabs.Content value={id} className="min-h-0 flex-1 overflow-auto focus-visible:-outline-offset-2">
      {children}
    </Tabs.Content>
  );
}
