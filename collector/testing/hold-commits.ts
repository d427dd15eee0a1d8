import path from 'node:path';
import Database from 'better-sqlite3';

/**
 * Keeps the ingest thread from committing, as a slow disk would, until the returned function is called. For less than
 * the five seconds that the thread waits.
 */
export function holdCommits(dataDir: string): () => void {
  const database = new Database(path.join(dataDir, 'tracedeck.db'));
  database.exec('BEGIN IMMEDIATE');
  return () => {
    database.exec('ROLLBACK');
    database.close();
  };
}
