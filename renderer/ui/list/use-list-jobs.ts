import { useQueryClient } from '@tanstack/react-query';
import type { ListQuery } from '../../api/queries.ts';
import type { Column } from '../grid/columns.ts';
import type { LiveRowsOptions } from '../grid/use-live-rows.ts';
import { downloadCsv, readRows } from './export-rows.ts';
import { useJob, type Job } from './use-job.ts';

/** Rows of a spreadsheet; a longer list is cut there. */
const MOST_EXPORTED = 100_000;
const MOST_CHECKED = 1000;

type Options<Row extends object> = Pick<LiveRowsOptions<Row>, 'fetchPage'> & {
  readonly screen: string;
  readonly noun: string;
  readonly query: ListQuery;
  readonly columns: readonly Column<Row>[];
  readonly rowKey: (row: Row) => string;
  readonly onChecked: (rows: ReadonlyMap<string, Row>) => void;
};

type ListJobs = {
  /** Whatever goes on with rows of the list, these two and what the screen starts. */
  readonly job: Job;
  /** Saves the list as a table. */
  readonly exportAll: () => void;
  readonly checkAll: () => void;
};

/** What is done with all rows of a list, which are read for it. */
export function useListJobs<Row extends object>(options: Options<Row>): ListJobs {
  const { screen, noun, query, fetchPage, columns, rowKey, onChecked } = options;
  const client = useQueryClient();
  const job = useJob();
  const exportAll = (): void =>
    job.start({
      title: `Exporting ${noun}s`,
      run: async (signal, onProgress) => {
        const limits = { keyOf: rowKey, limit: MOST_EXPORTED, signal, onProgress };
        const all = await readRows(client, fetchPage, query, limits);
        downloadCsv(screen, columns, [...all.values()]);
      },
    });
  const checkAll = (): void =>
    job.start({
      title: `Selecting ${noun}s`,
      run: async (signal) =>
        onChecked(await readRows(client, fetchPage, query, { keyOf: rowKey, limit: MOST_CHECKED, signal })),
    });
  return { job, exportAll, checkAll };
}
