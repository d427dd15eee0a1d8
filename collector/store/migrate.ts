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

/** In one line, for a file that a newer version has written. */
export const writtenByNewer = (file: string, format: number): string =>
  `the database ${file} was written by a newer version of Tracedeck (format ${format}, this one knows ${newestFormat()}): update Tracedeck or choose another --data-dir`;

/** Throws, in one clear line, for a file with tables that are not ours: another program keeps its data in it. */
export function refuseForeign(database: Database): void {
  if (database.pragma('user_version', { simple: true }) !== 0) return;
  const name = database.prepare<[], string>('SELECT name FROM sqlite_schema LIMIT 1').pluck().get();
  if (name === undefined) return;
  throw new Error(
    `the database ${database.name} belongs to another program (it has a table ${name}): move it elsewhere or choose another --data-dir`,
  );
}

/**
 * Brings the database up to this version, forward only, each step in a transaction of its own. Throws, in one clear
 * line, for a file that a newer version has written. Stops at an older format where one is asked for.
 */
export function migrate(database: Database, upTo = Infinity): void {
  const migrations = listMigrations();
  const current = database.pragma('user_version', { simple: true }) as number;
  if (current > (migrations.at(-1)?.version ?? 0)) throw new Error(writtenByNewer(database.name, current));
  for (const { version, name } of migrations) {
    if (version <= current || version > upTo) continue;
    const sql = readFileSync(new URL(name, MIGRATIONS), 'utf8');
    database.transaction(() => {
      database.exec(sql);
      database.pragma(`user_version = ${version}`);
    })();
  }
}
