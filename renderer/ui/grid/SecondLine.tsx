import type { ReactNode } from 'react';
import { tracksBelow, type Column } from './columns.ts';

type Props<Row> = {
  readonly columns: readonly Column<Row>[];
  readonly children: ReactNode;
};

/** What a row, or the head, has no room for beside the name; nothing where there is room. */
export function SecondLine<Row>({ columns, children }: Props<Row>) {
  if (columns.length === 0) return null;
  return (
    <div
      role="presentation"
      className="col-span-full grid items-center gap-x-2"
      style={{ gridTemplateColumns: tracksBelow(columns) }}
    >
      {children}
    </div>
  );
}
