import { useState } from 'react';
import type { TraceWithTree } from '../../api/trace-with-tree.ts';
import type { TraceSearch } from '../../lib/search.ts';
import { FoundContext, LedToContext } from '../../ui/conversation/found.ts';
import { SplitPane } from '../../ui/panels/SplitPane.tsx';
import { CountedDialog } from './details/CountedDialog.tsx';
import { DetailTabs } from './details/DetailTabs.tsx';
import { Minimap } from './tree/Minimap.tsx';
import { TraceHeader } from './TraceHeader.tsx';
import { TreePane } from './tree/TreePane.tsx';
import { useFind } from './tree/use-find.ts';
import { useTraceView } from './use-trace-view.ts';

type Props = { readonly project: string; readonly trace: TraceWithTree; readonly search: TraceSearch };

/** A trace that is loaded: what it is on top, its spans on the left, what they say on the right. */
export function TraceView({ project, trace, search }: Props) {
  const view = useTraceView(project, trace, search);
  const find = useFind(project, trace.trace_id, view);
  const [isCounting, setIsCounting] = useState(false);
  return (
    <>
      {isCounting && (
        <CountedDialog
          project={project}
          traceId={trace.trace_id}
          tree={view.tree}
          onSelect={view.select}
          onClose={() => setIsCounting(false)}
        />
      )}
      <TraceHeader project={project} trace={trace} onCounting={() => setIsCounting(true)}>
        <Minimap
          tree={view.shown}
          whole={view.whole}
          gaps={view.gaps}
          zoom={view.zoom}
          onZoom={view.setZoom}
        />
      </TraceHeader>
      <SplitPane
        storageKey="tracedeck.trace.split"
        label="Width of the tree"
        left={<TreePane project={project} trace={trace} view={view} find={find} />}
        right={
          <FoundContext value={find.found}>
            <LedToContext value={find.ledTo}>
              <DetailTabs
                project={project}
                trace={trace}
                tree={view.tree}
                tab={view.tab}
                selectedId={view.selectedId}
                toldId={view.toldId}
                missingId={view.missingId}
                isPlain={search.plain === true}
                onSelect={view.select}
                onChange={view.change}
              />
            </LedToContext>
          </FoundContext>
        }
      />
    </>
  );
}
