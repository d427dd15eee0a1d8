import Database from 'better-sqlite3';
import type { ReadableDatabase } from '../file/database.ts';
import { FAULT_WORDS, faultOf } from '../faults.ts';
import { hasForeignLog } from '../file/foreign-log.ts';
import { formatOf, newestFormat, whyLeftAlone } from '../file/migrate.ts';
import { NO_PROGRESS, recount, type Mismatch, type RecountProgress } from '../recount/recount.ts';
import { NO_CONTENT_CHECKS, type ContentChecks } from '../recount/wrong-chunks.ts';

/** Lines that SQLite may say of a file: of one damaged page it says more than anybody reads. */
const MAX_PROBLEMS = 20;

export interface Examination {
  /** Null where not even that can be read. */
  readonly format: number | null;
  /** Why it can't be used as it is, in one line each. */
  readonly problems: readonly string[];
  /** Null where the database is damaged or of an older version, which the next start brings up to date. */
  readonly mismatches: readonly Mismatch[] | null;
  /** How many spans and traces it has; 0 where `mismatches` is null. */
  readonly spans: number;
  readonly traces: number;
  /** A newer version or another program has written it: there is nothing to repair. */
  readonly isLeftAlone: boolean;
}

export const sqliteVersion = (): string => {
  const database = new Database(':memory:');
  try {
    return database.prepare<[], string>('SELECT sqlite_version()').pluck().get() ?? '';
  } finally {
    database.close();
  }
};

/** Reads every page of a database and counts all of it again; changes nothing, also beside a running collector. */
export function examine(
  file: string,
  progress = NO_PROGRESS,
  checks: ContentChecks = NO_CONTENT_CHECKS,
): Examination {
  const examination = {
    format: null,
    problems: [],
    mismatches: null,
    spans: 0,
    traces: 0,
    isLeftAlone: false,
  };
  let database: Database.Database | undefined;
  try {
    if (hasForeignLog(file))
      return { ...examination, problems: [`${file}-wal is the log of another file: a start sets it aside`] };
    database = new Database(file, { readonly: true, timeout: 5000 });
    return { ...examination, ...examineOpen(database, progress, checks) };
  } catch (error) {
    const fault = faultOf(error);
    const problem = fault === null ? String(error) : `${FAULT_WORDS[fault]} (${(error as Error).message})`;
    return { ...examination, problems: [problem] };
  } finally {
    database?.close();
  }
}

function examineOpen(
  database: Database.Database,
  progress: RecountProgress,
  checks: ContentChecks,
): Partial<Examination> {
  const format = formatOf(database);
  const why = whyLeftAlone(database);
  if (why !== null) return { format, isLeftAlone: true, problems: [why] };
  const said = database.prepare<[], string>(`PRAGMA integrity_check(${MAX_PROBLEMS})`).pluck().all();
  if (said.join() !== 'ok') return { format, problems: said.map((line) => line.replaceAll('\n', ' ')) };
  if (format < newestFormat()) return { format };
  const count = (table: string): number =>
    database.prepare<[], number>(`SELECT COUNT(*) FROM ${table}`).pluck().get() ?? 0;
  const mismatches = recount(database as ReadableDatabase, progress, checks);
  return { format, mismatches, spans: count('spans'), traces: count('traces') };
}
