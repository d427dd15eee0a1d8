import Database from 'better-sqlite3';
import { databaseFile } from '../store/database.ts';

/** Makes deleting a span take a few milliseconds, so that a deletion of thousands is surely still under way. */
export function slowDeletes(dataDir: string): void {
  const database = new Database(databaseFile(dataDir));
  database.exec(
    'CREATE TRIGGER slow AFTER DELETE ON spans BEGIN SELECT length(hex(randomblob(500000))); END',
  );
  database.close();
}

/** To be called while nobody writes. */
export function quickDeletes(dataDir: string): void {
  const database = new Database(databaseFile(dataDir));
  database.exec('DROP TRIGGER slow');
  database.close();
}
