import type { ReactNode } from 'react';
import { tracksBelow, type Column } from './columns.ts';

type Props<Row> = {
  readonly columns: readonly Column<Row>[];
  /** Boxes to tick rows by have the first track: the line begins after it. */
  readonly hasChecks: boolean;
  readonly children: ReactNode;
};

/** What a row, or the head, has no room for beside the name; nothing where there is room. */
export function SecondLine<Row>({ columns, hasChecks, children }: Props<Row>) {
  if (columns.length === 0) return null;
  return (
    <div
      role="presentation"
      className="grid items-center gap-x-3"
      style={{ gridColumn: hasChecks ? '2 / -1' : '1 / -1', gridTemplateColumns: tracksBelow(columns) }}
    >
      {children}
    </div>
  );
}
