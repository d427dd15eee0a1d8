import { Tabs } from 'radix-ui';
import { useRef } from 'react';
import type { TraceWithTree } from '../../api/trace-with-tree.ts';
import type { CompareSearch, CompareTab } from '../../lib/search.ts';
import { TabBar } from '../../ui/controls/TabBar.tsx';
import { ToggleChip } from '../../ui/controls/ToggleChip.tsx';
import { useKeptPlace } from '../../ui/kept/use-kept-place.ts';
import { ComparedSpans } from './ComparedSpans.tsx';
import { ConversationTab } from './ConversationTab.tsx';
import { DifferencesTab } from './DifferencesTab.tsx';

type Props = {
  readonly project: string;
  readonly a: TraceWithTree;
  readonly b: TraceWithTree;
  readonly search: CompareSearch;
  readonly onChange: (change: CompareSearch) => void;
};

/** What differs between two traces: what was said, what ran, and what can be counted. */
export function Comparison({ project, a, b, search, onChange }: Props) {
  const tab = search.show ?? 'conversation';
  const differences = useRef<HTMLDivElement>(null);
  useKeptPlace(differences, 'differences', tab === 'differences');
  return (
    <Tabs.Root
      value={tab}
      onValueChange={(next) => onChange({ show: next as CompareTab })}
      className="flex flex-1 flex-col"
    >
      <TabBar<CompareTab>
        label="What to compare"
        value={tab}
        tabs={[
          { id: 'conversation', label: 'Conversation' },
          { id: 'spans', label: 'Spans' },
          { id: 'differences', label: 'Differences' },
        ]}
      >
        {tab === 'conversation' && (
          <ToggleChip
            label="Only differences"
            isOn={search.all !== true}
            onToggle={(isOn) => onChange({ all: isOn ? undefined : true })}
          />
        )}
      </TabBar>
      <Tabs.Content value="conversation" tabIndex={-1} className="flex flex-1 flex-col">
        <ConversationTab
          project={project}
          traceA={a.trace_id}
          traceB={b.trace_id}
          isAll={search.all === true}
        />
      </Tabs.Content>
      <Tabs.Content value="spans" tabIndex={-1} className="flex flex-1 flex-col">
        <ComparedSpans project={project} a={a} b={b} />
      </Tabs.Content>
      <Tabs.Content
        ref={differences}
        value="differences"
        className="page-pane overflow-auto focus-visible:-outline-offset-2"
      >
        <DifferencesTab project={project} a={a} b={b} />
      </Tabs.Content>
    </Tabs.Root>
  );
}
