import { useQuery } from '@tanstack/react-query';
import { Code } from 'lucide-react';
import { Tabs } from 'radix-ui';
import { memo } from 'react';
import type { TraceTreeDetail } from '../../../collector/contract/traces.ts';
import { spanQuery } from '../../api/queries.ts';
import type { TraceSearch, TraceTab } from '../../lib/search.ts';
import type { SpanTree } from '../../lib/span-tree.ts';
import { TabBar } from '../../ui/TabBar.tsx';
import { ToggleChip } from '../../ui/ToggleChip.tsx';
import { useSettled } from '../../ui/use-settled.ts';
import { useShortcuts } from '../../ui/use-shortcuts.ts';
import { AttributesTab } from './AttributesTab.tsx';
import { ConversationTab } from './ConversationTab.tsx';
import { EventsTab } from './EventsTab.tsx';
import { LinksTab } from './LinksTab.tsx';
import { LogsTab } from './LogsTab.tsx';
import { MessagesTab } from './MessagesTab.tsx';
import { RawTab } from './RawTab.tsx';
import { ResourceTab } from './ResourceTab.tsx';
import { SpanTab } from './SpanTab.tsx';
import { useUnattachedLogs } from './use-unattached-logs.ts';

type Props = {
  readonly project: string;
  readonly trace: TraceTreeDetail;
  readonly tree: SpanTree;
  readonly selectedId: string | null;
  readonly search: TraceSearch;
  readonly onSelect: (spanId: string) => void;
  readonly onChange: (change: TraceSearch) => void;
};

/** The conversation, and the pages of the selected span (of the first one while none is selected). */
export const DetailTabs = memo(function DetailTabs(props: Props) {
  const { project, trace, tree, selectedId, search, onSelect, onChange } = props;
  const span = (selectedId === null ? undefined : tree.byId.get(selectedId)?.span) ?? firstSpan(tree);
  const tab: TraceTab = search.tab ?? (trace.observation_count > 0 ? 'conversation' : 'span');
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
    isEnabled: span === firstSpan(tree) && tab !== 'conversation',
    isShown: tab === 'logs',
  });
  if (span === null) return null;
  const shown = { project, traceId: trace.trace_id, spanId: span.span_id, isSettled };
  return (
    <Tabs.Root
      value={tab}
      onValueChange={(next) => onChange({ tab: next as TraceTab })}
      className="flex min-h-0 flex-1 flex-col"
    >
      <TabBar<TraceTab>
        label="Details"
        value={tab}
        tabs={[
          { id: 'conversation', label: 'Conversation' },
          { id: 'span', label: 'Overview' },
          { id: 'messages', label: 'Messages' },
          { id: 'attributes', label: 'Attributes' },
          { id: 'events', label: 'Events', count: span.event_count },
          { id: 'logs', label: 'Logs', count: detail && detail.logs.length + unattached.length },
          { id: 'links', label: 'Links', count: detail?.links.length },
          { id: 'resource', label: 'Resource' },
          { id: 'raw', label: 'Raw' },
        ]}
      >
        {tab === 'conversation' && (
          <ToggleChip
            label="Raw text"
            icon={<Code size={13} aria-hidden />}
            isOn={search.plain === true}
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
          isPlain={search.plain === true}
          onSelect={onSelect}
          onChange={onChange}
        />
      </Tabs.Content>
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
    </Tabs.Root>
  );
});

function Page({ id, children }: { readonly id: TraceTab; readonly children: React.ReactNode }) {
  return (
    <Tabs.Content value={id} className="min-h-0 flex-1 overflow-auto focus-visible:-outline-offset-2">
      {children}
    </Tabs.Content>
  );
}

function firstSpan(tree: SpanTree) {
  return tree.order.find((node) => node.span !== null)?.span ?? null;
}
