import { useVirtualizer } from '@tanstack/react-virtual';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { differencesOf, foldSame, type AlignedRow, type ShownRow } from './align-items.ts';
import { firstDifference } from './first-difference.ts';
import { plural } from '../../lib/format.ts';
import { IconButton } from '../../ui/controls/Button.tsx';
import { useKeptState } from '../../ui/kept/use-kept-state.ts';
import { useShortcuts } from '../../ui/keyboard/use-shortcuts.ts';
import { AlignedRowView } from './AlignedRowView.tsx';

const ROW_PX = 96;

type Props = { readonly project: string; readonly rows: readonly AlignedRow[]; readonly isAll: boolean };

/** Two conversations row by row, the first difference in sight; of a long one only the rows in sight exist. */
export function AlignedConversation({ project, rows, isAll }: Props) {
  const scroller = useRef<HTMLDivElement>(null);
  const [unfolded, setUnfolded] = useKeptState<readonly number[]>('unfolded rows', []);
  const [at, setAt] = useKeptState('difference', 0);
  const differences = useMemo(() => differencesOf(rows), [rows]);
  const shown = useMemo(
    (): readonly ShownRow[] =>
      isAll ? rows.map((_, index) => ({ kind: 'row', index })) : foldSame(rows, new Set(unfolded)),
    [rows, isAll, unfolded],
  );
  const virtualizer = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (shown[index]?.kind === 'same' ? 32 : ROW_PX),
    getItemKey: (index) => keyOf(shown[index]),
    overscan: 6,
    useFlushSync: false,
  });
  const place = Math.min(at, differences.length - 1);
  const current = differences[place];
  const reveal = useEffectEvent((row: number): void => {
    const index = shown.findIndex((one) => one.kind === 'row' && one.index === row);
    // The row before it is left in sight: it says where the two parted.
    if (index > 0) virtualizer.scrollToIndex(Math.max(0, index - 1), { align: 'start' });
  });
  useEffect(() => {
    if (current !== undefined) reveal(current);
  }, [current, isAll]);
  const go = (step: 1 | -1): void => {
    if (differences.length > 0) setAt((place + step + differences.length) % differences.length);
  };
  useShortcuts({ n: () => go(1), N: () => go(-1) });
  return (
    <>
      <div className="num flex min-h-9 flex-none flex-wrap items-center gap-x-2 border-b border-line bg-surface px-4 py-1 text-sm">
        <p role="status" className="min-w-0 flex-[1_1_12rem] wrap-anywhere">
          {firstDifference(rows) ?? 'Both say the same.'}
        </p>
        {differences.length > 0 && (
          <span className="ml-auto flex flex-none items-center gap-1 text-ink-3">
            {place + 1} of {plural(differences.length, 'difference')}
            <IconButton label="Previous difference (N)" onClick={() => go(-1)}>
              <ChevronUp size={14} aria-hidden />
            </IconButton>
            <IconButton label="Next difference (n)" onClick={() => go(1)}>
              <ChevronDown size={14} aria-hidden />
            </IconButton>
          </span>
        )}
      </div>
      <div
        ref={scroller}
        role="region"
        aria-label="Conversations side by side"
        tabIndex={0}
        className="page-pane overflow-auto focus-visible:-outline-offset-2"
      >
        <div role="table" aria-label="Messages of both traces" aria-rowcount={rows.length + 1}>
          <div role="rowgroup" className="sr-only">
            <div role="row" aria-rowindex={1}>
              <span role="columnheader">Trace A</span>
              <span role="columnheader">Trace B</span>
            </div>
          </div>
          <div role="rowgroup" className="relative" style={{ height: virtualizer.getTotalSize() }}>
            {virtualizer.getVirtualItems().map((item) => {
              const one = shown[item.index];
              if (one === undefined) return null;
              const row = one.kind === 'row' ? rows[one.index] : undefined;
              const isCurrent = one.kind === 'row' && one.index === current;
              return (
                <div
                  key={item.key}
                  ref={virtualizer.measureElement}
                  data-index={item.index}
                  role="row"
                  aria-current={isCurrent ? 'true' : undefined}
                  aria-rowindex={(one.kind === 'row' ? one.index : one.from) + 2}
                  className="absolute inset-x-0 top-0"
                  style={{ transform: `translateY(${item.start}px)` }}
                >
                  {one.kind === 'same' && (
                    <SameRows
                      count={one.to - one.from}
                      onUnfold={() => setUnfolded([...unfolded, one.from])}
                    />
                  )}
                  {row !== undefined && <AlignedRowView project={project} row={row} isCurrent={isCurrent} />}
                </div>
              );
            })}
          </div>
        </div>
      </div>
    </>
  );
}

function keyOf(shown: ShownRow | undefined): string {
  if (shown === undefined) return '';
  return shown.kind === 'row' ? `row ${shown.index}` : `same ${shown.from}`;
}

function SameRows({ count, onUnfold }: { readonly count: number; readonly onUnfold: () => void }) {
  return (
    <div role="cell" aria-colspan={2} className="border-b border-line bg-surface text-center">
      <button
        type="button"
        onClick={onUnfold}
        className="num h-8 w-full text-sm text-ink-3 hover:text-ink focus-visible:-outline-offset-2"
      >
        {plural(count, 'message')} the same
      </button>
    </div>
  );
}
