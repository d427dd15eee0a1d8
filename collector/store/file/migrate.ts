import { readFileSync, readdirSync } from 'node:fs';
import type { Database } from 'better-sqlite3';

/** Beside this file in the sources, beside the bundle when built. */
const MIGRATIONS = new URL('./migrations/', import.meta.url);

interface Migration {
  readonly version: number;
  readonly name: string;
}

function listMigrations(): Migration[] {
  return readdirSync(MIGRATIONS)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => ({ version: Number(name.slice(0, 4)), name }));
}

/** The format that this version writes. */
export const newestFormat = (): number => listMigrations().at(-1)?.version ?? 0;

/** The number of the last migration that the database has; 0 before the first. */
export const formatOf = (database: Database): number =>
  database.pragma('user_version', { simple: true }) as number;

/** Why a file is left alone, in one line: a newer version or another program has written it. Null for one to work on. */
export function whyLeftAlone(database: Database): string | null {
  const format = formatOf(database);
  if (format > newestFormat())
    return `the database ${database.name} was written by a newer version of Tracedeck (format ${format}, this one knows ${newestFormat()}) and is left alone: update Tracedeck or choose another --data-dir`;
  if (format > 0) return null;
  const name = database.prepare<[], string>('SELECT name FROM sqlite_schema LIMIT 1').pluck().get();
  return name === undefined
    ? null
    : `the database ${database.name} belongs to another program (it has a table ${name}) and is left alone: move it elsewhere or choose another --data-dir`;
}

/**
 * Brings the database up to this version, forward only, each step in a transaction of its own. Stops at an older format
 * where one is asked for.
 */
export function migrate(database: Database, upTo = Infinity): void {
  const current = formatOf(database);
  for (const { version, name } of listMigrations()) {
    if (version <= current || version > upTo) continue;
    const sql = readFileSync(new URL(name, MIGRATIONS), 'utf8');
    database.transaction(() => {
      database.exec(sql);
      database.pragma(`user_version = ${version}`);
    })();
  }
}
