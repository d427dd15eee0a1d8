import Database from 'better-sqlite3';
import { databaseFile } from '../lib/database-file.ts';

/** Makes deleting a span take a millisecond or more, so that a deletion of some hundred is surely many steps. */
export function slowDeletes(database: Database.Database): void {
  database.exec(
    'CREATE TRIGGER slow AFTER DELETE ON spans BEGIN SELECT length(hex(randomblob(500000))); END',
  );
}

/** To be called while nobody writes. */
export function slowDeletesIn(dataDir: string): void {
  const database = new Database(databaseFile(dataDir));
  slowDeletes(database);
  database.close();
}

/** The same. */
export function quickDeletesIn(dataDir: string): void {
  const database = new Database(databaseFile(dataDir));
  database.exec('DROP TRIGGER slow');
  database.close();
}
