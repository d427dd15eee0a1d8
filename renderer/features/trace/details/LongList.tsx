import type { ReactNode } from 'react';
import { ShowMore, useLimit } from '../../../ui/text/ShowMore.tsx';

type Props<T> = {
  readonly items: readonly T[];
  /** A list item for each. */
  readonly children: (item: T, index: number) => ReactNode;
};

/** A list of which the first are drawn, and more at a press. */
export function LongList<T>({ items, children }: Props<T>) {
  const [limit, showMore] = useLimit();
  return (
    <>
      <ol>{items.slice(0, limit).map(children)}</ol>
      <ShowMore left={items.length - limit} onClick={showMore} className="mx-4 my-2" />
    </>
  );
}
