import { expect, test } from 'vitest';
import { openForCheckpoints, openForReading, openForWriting } from '../file/database.ts';
import { testFolder } from '../../testing/test-folder.ts';
import { Checkpoints, logWatch } from './checkpoints.ts';

/* The others of its tests are those of packing, whose thread it shares. */
test('of a long log whatever comes is moved, so that it can begin anew; of a short one only much at a time', () => {
  const directory = testFolder();
  const database = openForWriting(directory, 'normal');
  const beside = openForCheckpoints(directory);
  const checkpoints = new Checkpoints(beside, (error) => expect.fail(String(error)));
  const movedOfLongLog = logWatch(database);
  database.pragma('wal_autocheckpoint = 0');
  const state = database.prepare<[], { log: number; checkpointed: number }>('PRAGMA wal_checkpoint(NOOP)');
  const unmoved = (): number => state.get()!.log - state.get()!.checkpointed;
  database.exec('CREATE TABLE filler (bytes BLOB)');
  const fill = (pages: number): unknown =>
    database.exec(`INSERT INTO filler VALUES (zeroblob(${pages * 4096}))`);
  fill(1000);
  expect([checkpoints.moveSome(), movedOfLongLog()]).toEqual([false, null]);
  fill(4200);
  const reading = openForReading(directory);
  reading.exec('BEGIN; SELECT COUNT(*) FROM filler');
  fill(20);
  // As far as the reader has read: what is committed during a move stays behind in the same way.
  expect([checkpoints.moveSome(), unmoved() > 0, movedOfLongLog()]).toEqual([
    true,
    true,
    state.get()!.checkpointed,
  ]);
  // Nothing is won any more by waiting for it.
  fill(4000);
  expect(movedOfLongLog()).toBeNull();
  reading.close();
  expect([checkpoints.moveSome(), unmoved(), movedOfLongLog()]).toEqual([true, 0, null]);
  fill(20);
  expect(state.get()!.log).toBeLessThan(100);
  beside.close();
  database.close();
});
