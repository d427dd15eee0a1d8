import type { RefObject } from 'react';
import { nextError, type SpanNode, type SpanTree } from '../../../lib/span-tree.ts';
import { isFocusFree } from '../../../ui/keyboard/is-focus-free.ts';
import { useShortcuts } from '../../../ui/keyboard/use-shortcuts.ts';
import type { Folding } from './use-folding.ts';

type Options = {
  readonly tree: SpanTree;
  readonly rows: readonly SpanNode[];
  readonly folding: Folding;
  /** Where they go on from. */
  readonly markedId: string | null;
  /** Its place among the rows; -1 where it is none of them. */
  readonly markedAt: number;
  readonly onSelect: (spanId: string) => void;
  readonly grid: RefObject<HTMLElement | null>;
};

/**
 * Arrows walk the tree, Home and End to its ends, left and right fold, `[` `]` fold and unfold all, `e` `E` go to the next and
 * previous error, `t` to the tree itself.
 */
export function useTreeKeys(options: Options): void {
  const { tree, rows, folding, markedId, markedAt: at, onSelect, grid } = options;
  const current = rows[at];
  const isHere = (): boolean =>
    isFocusFree() || grid.current?.parentElement?.contains(document.activeElement) === true;
  const select = (node: SpanNode | null | undefined): boolean => {
    if (node === null || node === undefined || !tree.byId.has(node.id)) return false;
    onSelect(node.id);
    return true;
  };
  const fold = (nodeId: string, isFolded: boolean): true => {
    folding.fold([nodeId], isFolded);
    return true;
  };
  const canUnfold = current !== undefined && folding.folded.has(current.id);
  const canFold = current !== undefined && current.children.length > 0 && !canUnfold;
  useShortcuts({
    ArrowDown: () => isHere() && select(rows[at + 1]),
    ArrowUp: () => isHere() && select(at === -1 ? rows.at(-1) : rows[at - 1]),
    Home: () => isHere() && select(rows[0]),
    End: () => isHere() && select(rows.at(-1)),
    ArrowLeft: () => isHere() && (canFold ? fold(current.id, true) : select(current?.parent)),
    ArrowRight: () => isHere() && (canUnfold ? fold(current.id, false) : select(current?.children[0])),
    '[': () => folding.foldAll(),
    ']': () => folding.unfoldAll(),
    e: () => select(nextError(tree, markedId, 1)),
    E: () => select(nextError(tree, markedId, -1)),
    t: () => grid.current?.parentElement?.focus(),
  });
}
