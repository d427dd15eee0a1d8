import type { Database } from 'better-sqlite3';

/**
 * Moves all that the write-ahead log holds into the database file and cuts the log to nothing; false where somebody still
 * reads or writes, for whom it stays. Waits for nobody.
 */
export function truncateWal(database: Database): boolean {
  const patienceMs = database.pragma('busy_timeout', { simple: true }) as number;
  database.pragma('busy_timeout = 0');
  try {
    return database.pragma('wal_checkpoint(TRUNCATE)', { simple: true }) === 0;
  } finally {
    database.pragma(`busy_timeout = ${patienceMs}`);
  }
}
