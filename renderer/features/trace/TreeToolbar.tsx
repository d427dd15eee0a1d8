import { ChevronDown, ChevronsDownUp, ChevronsUpDown, ChevronUp, ZoomOut } from 'lucide-react';
import { plural } from '../../lib/format.ts';
import { nextError, type SpanTree } from '../../lib/span-tree.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import type { TreeFacts } from './tree-layout.ts';

type Props = {
  readonly tree: SpanTree;
  readonly facts: TreeFacts;
  readonly isZoomed: boolean;
  readonly onResetZoom: () => void;
  readonly setFolded: (folded: ReadonlySet<string>) => void;
  readonly selectedId: string | null;
  readonly onSelect: (spanId: string) => void;
};

export function TreeToolbar({ tree, facts, isZoomed, onResetZoom, setFolded, selectedId, onSelect }: Props) {
  const errors = facts.errorCount;
  const goTo = (step: 1 | -1): void => {
    const node = nextError(tree, selectedId, step);
    if (node !== null) onSelect(node.id);
  };
  return (
    <div className="flex h-9 flex-none items-center gap-1 border-b border-line px-3 text-sm">
      <h2 className="relative flex h-full items-center px-1.5 font-medium">Tree</h2>
      <div className="ml-auto flex items-center gap-1">
        {isZoomed && (
          <Button className="h-6" onClick={onResetZoom}>
            <ZoomOut size={13} aria-hidden className="text-ink-3" /> Whole trace
          </Button>
        )}
        {errors > 0 && (
          <span className="mr-1 flex items-center text-error">
            <span className="num mr-1">{plural(errors, 'error')}</span>
            <IconButton label="Previous error (E)" onClick={() => goTo(-1)}>
              <ChevronUp size={14} aria-hidden />
            </IconButton>
            <IconButton label="Next error (e)" onClick={() => goTo(1)}>
              <ChevronDown size={14} aria-hidden />
            </IconButton>
          </span>
        )}
        <IconButton label="Fold all ([)" onClick={() => setFolded(new Set(facts.foldable))}>
          <ChevronsDownUp size={14} aria-hidden />
        </IconButton>
        <IconButton label="Unfold all (])" onClick={() => setFolded(new Set())}>
          <ChevronsUpDown size={14} aria-hidden />
        </IconButton>
      </div>
    </div>
  );
}
