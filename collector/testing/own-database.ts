import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import {
  openForReading,
  openForWriting,
  type ReadableDatabase,
  type WritableDatabase,
} from '../store/file/database.ts';

/** A database in a folder of its own. */
export interface OwnDatabase {
  directory: string;
  writing: WritableDatabase;
  reading: ReadableDatabase;
}

/** One for each test, there from its start on for whatever else is made before it. */
export function ownDatabase(): OwnDatabase {
  const own = {} as OwnDatabase;
  beforeEach(() => {
    own.directory = mkdtempSync(path.join(tmpdir(), 'tracedeck-store-'));
    own.writing = openForWriting(own.directory, 'normal');
    own.reading = openForReading(own.directory);
  });
  afterEach(() => {
    own.reading.close();
    own.writing.close();
    rmSync(own.directory, { recursive: true, force: true });
  });
  return own;
}
