import { ChevronDown, ChevronsDownUp, ChevronsUpDown, ChevronUp, Route, Search } from 'lucide-react';
import { plural } from '../../../lib/format.ts';
import { nextError } from '../../../lib/span-tree.ts';
import { IconButton } from '../../../ui/controls/Button.tsx';
import { TabBar } from '../../../ui/controls/TabBar.tsx';
import { ToggleChip } from '../../../ui/controls/ToggleChip.tsx';
import type { TreeFacts } from './tree-layout.ts';
import type { Find } from './use-find.ts';
import type { Folding } from './use-folding.ts';
import type { TraceView } from '../use-trace-view.ts';

type Props = {
  readonly view: TraceView;
  readonly find: Find;
  readonly facts: TreeFacts;
  readonly folding: Folding;
};

export function TreeToolbar({ view, find, facts, folding }: Props) {
  const { search, change } = view;
  return (
    <TabBar<'tree' | 'graph'>
      label="Views"
      value={search.view ?? 'tree'}
      tabs={[
        { id: 'tree', label: 'Tree' },
        { id: 'graph', label: 'Graph' },
      ]}
    >
      <Errors view={view} count={facts.errorCount} />
      {search.view === undefined && (
        <>
          <ToggleChip
            label="Critical path"
            icon={<Route size={13} aria-hidden />}
            isOn={search.path === true}
            onToggle={(path) => change({ path })}
          />
          <span className="flex">
            <IconButton label="Fold all ([)" onClick={() => folding.foldAll()}>
              <ChevronsDownUp size={14} aria-hidden />
            </IconButton>
            <IconButton label="Unfold all (])" onClick={() => folding.unfoldAll()}>
              <ChevronsUpDown size={14} aria-hidden />
            </IconButton>
          </span>
        </>
      )}
      <IconButton
        label="Search inside the trace (/)"
        onClick={() => find.setText(find.text === null ? '' : null)}
      >
        <Search size={14} aria-hidden />
      </IconButton>
    </TabBar>
  );
}

function Errors({ view, count }: { readonly view: TraceView; readonly count: number }) {
  if (count === 0) return null;
  const goTo = (step: 1 | -1): void => {
    const node = nextError(view.shown, view.markedId, step);
    if (node !== null) view.select(node.id);
  };
  return (
    <span className="flex items-center text-error">
      <span className="num mr-1 whitespace-nowrap @max-[400px]/tabs:sr-only">{plural(count, 'error')}</span>
      <IconButton label="Previous error (E)" onClick={() => goTo(-1)}>
        <ChevronUp size={14} aria-hidden />
      </IconButton>
      <IconButton label="Next error (e)" onClick={() => goTo(1)}>
        <ChevronDown size={14} aria-hidden />
      </IconButton>
    </span>
  );
}
