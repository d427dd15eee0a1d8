import { Download } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { plural } from '../../lib/format.ts';
import type { TimeSearch } from '../../lib/time-range.ts';
import { Button } from '../controls/Button.tsx';
import type { Column, ColumnLayout } from '../grid/columns.ts';
import { PageHeader } from '../panels/PageHeader.tsx';
import { ColumnsMenu } from './ColumnsMenu.tsx';
import { SearchBox } from './SearchBox.tsx';
import { TimeRangeMenu } from './TimeRangeMenu.tsx';

type Props<Row> = {
  readonly title: string;
  readonly noun: string;
  /** Rows of the whole list; null while it is not known. */
  readonly total: number | null;
  /** What is looked for. */
  readonly search: string | undefined;
  readonly onSearch: (text: string | undefined) => void;
  readonly time: TimeSearch;
  readonly onTime: (time: TimeSearch) => void;
  readonly columns: readonly Column<Row>[];
  readonly layout: ColumnLayout;
  readonly onLayout: (layout: ColumnLayout) => void;
  readonly table: RefObject<HTMLElement | null>;
  /** Undefined while there is nothing to export, or something long is being done already. */
  readonly onExport: (() => void) | undefined;
  /** The filters. */
  readonly children: ReactNode;
};

/** What stands over a list: what it is of, what narrows it, and what is done with all of it. */
export function ListHead<Row>({ title, noun, total, time, table, layout, ...props }: Props<Row>) {
  return (
    <>
      <PageHeader
        crumbs={[title]}
        hasOwnSearch
        count={
          total !== null && (
            <span className="num text-sm whitespace-nowrap text-ink-3">{plural(total, noun)}</span>
          )
        }
      >
        <SearchBox label={`Search ${title.toLowerCase()}`} value={props.search} onChange={props.onSearch} />
        <TimeRangeMenu value={time} onChange={props.onTime} />
      </PageHeader>
      <div className="flex flex-none items-start gap-2 border-b border-line px-4 py-2">
        {props.children}
        <div className="ml-auto flex flex-none gap-1.5">
          <ColumnsMenu columns={props.columns} layout={layout} onLayout={props.onLayout} table={table} />
          <Button
            className="h-6!"
            title="The whole list as CSV"
            disabled={props.onExport === undefined}
            onClick={props.onExport}
          >
            <Download size={13} aria-hidden className="text-ink-3" />
            <span className="max-sm:sr-only">CSV</span>
          </Button>
        </div>
      </div>
    </>
  );
}
