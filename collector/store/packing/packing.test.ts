import { randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import path from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ChunkReader, ChunkWriter, type ChunkPlace } from '../chunks/chunks.ts';
import {
  openForCheckpoints,
  openForReading,
  openForWriting,
  type WritableDatabase,
} from '../file/database.ts';
import { Checkpoints } from './checkpoints.ts';
import { compressedChunk, MAX_CHUNK_BYTES, type Chunk } from './compress.ts';
import { startPackingHelper } from './helper.ts';
import { packHere, SharedPacker, type Packer } from './packer.ts';
import { Slots, STOPPED } from './slots.ts';
import { testFolder } from '../../testing/test-folder.ts';

let directory: string;
let database: WritableDatabase;
beforeEach(() => {
  directory = testFolder();
  database = openForWriting(directory, 'normal');
});
afterEach(() => {
  database.close();
});

const startHelper = (): Packer =>
  startPackingHelper(database, directory, (failure) => {
    throw failure;
  });

const NONE = Buffer.alloc(0);

/** Without previews, with some, with as many as a slot has room for, and with more. */
const previewsOf = (n: number): Buffer =>
  n % 4 === 3 ? randomBytes(128 * 1024 + (n % 8 === 3 ? 1 : 0)) : Buffer.alloc((n % 4) * 5000, `Hi ${n} `);

/** What zstd can make smaller, what it can't, what is too small for help and what is larger than a slot. */
const CHUNKS: readonly Chunk[] = Array.from({ length: 40 }, (_, i) => i + 1).map((n) => ({
  spans:
    n % 5 === 0
      ? randomBytes(n % 10 === 0 ? MAX_CHUNK_BYTES : MAX_CHUNK_BYTES * 2)
      : Buffer.alloc(n * 6000, `${n} `),
  previews: previewsOf(n),
}));

const unpackedParts = ({ spans, previews }: Chunk): Chunk => ({
  spans: zstdDecompressSync(spans),
  previews: previews.length === 0 ? NONE : zstdDecompressSync(previews),
});
const copyOf = ({ spans, previews }: Chunk): Chunk => ({
  spans: Buffer.from(spans),
  previews: Buffer.from(previews),
});
const isSame = (one: Chunk | undefined, other: Chunk): boolean =>
  one !== undefined && one.spans.equals(other.spans) && one.previews.equals(other.previews);

const PACKERS: [string, () => Packer][] = [
  ['on the calling thread', () => packHere],
  ['shared with a helper', startHelper],
  ['shared with a helper that never comes', () => lonely()],
];

/** Its helper is told to have stopped, so that closing waits for nobody. */
function lonely(): SharedPacker {
  const slots = new Slots();
  slots.helper = STOPPED;
  return new SharedPacker(slots, () => {});
}

describe.each(PACKERS)('packing %s', (_, start) => {
  let packer: Packer;
  beforeEach(() => {
    packer = start();
  });
  afterEach(() => packer.close());

  test('gives every chunk back as it was, each once', () => {
    const unpacked = new Map<number, Chunk>();
    for (const [n, chunk] of CHUNKS.entries())
      packer.pack(chunk, (packed) => {
        expect(unpacked.has(n)).toBe(false);
        unpacked.set(n, unpackedParts(packed));
      });
    packer.finish();
    for (const [n, chunk] of CHUNKS.entries()) expect(isSame(unpacked.get(n), chunk)).toBe(true);
  });

  test('what is dropped is not told, and the next is', () => {
    const told: string[] = [];
    for (let n = 0; n < 5; n++) packer.pack(CHUNKS[n + 10]!, () => told.push('first'));
    const toldAtOnce = told.length;
    packer.drop();
    packer.pack(CHUNKS[9]!, () => told.push('next'));
    packer.finish();
    expect(told.slice(toldAtOnce)).toEqual(['next']);
  });

  test('a transaction that fails leaves nothing of its chunks to the next', () => {
    const chunks = new ChunkWriter(database, packer);
    const put = (word: string): [ChunkPlace, Buffer][] =>
      Array.from({ length: 300 }, (_entry, n) => Buffer.alloc(3000, `${word} ${n} `)).map((raw) => [
        chunks.put(raw),
        raw,
      ]);
    database.exec('BEGIN');
    put('failed');
    database.exec('ROLLBACK');
    chunks.reset();
    database.exec('BEGIN');
    const places = put('stored');
    chunks.flush();
    database.exec('COMMIT');
    const reader = new ChunkReader(database);
    expect(
      places.every(([{ chunk, offset }, raw]) => reader.read(chunk, offset, raw.length)?.equals(raw)),
    ).toBe(true);
    const ids = database.prepare('SELECT id FROM chunks ORDER BY id').pluck().all();
    expect(ids).toEqual([...new Set(places.map(([{ chunk }]) => chunk))]);
  });

  test('spans that are replaced while their chunk is packed leave no chunk behind', () => {
    const chunks = new ChunkWriter(database, packer);
    const places: [ChunkPlace, Buffer][] = [];
    database.exec('BEGIN');
    for (let n = 0; n < 300; n++) {
      const raw = Buffer.alloc(3000, `span ${n} `);
      const place = chunks.put(raw);
      // All spans of the second chunk, and every third of the others.
      if (place.chunk === 2 || n % 3 === 0) chunks.release(place.chunk);
      else places.push([place, raw]);
    }
    chunks.flush();
    database.exec('COMMIT');
    const rows = database
      .prepare<[], { id: number; live_spans: number }>('SELECT id, live_spans FROM chunks')
      .all();
    const live = Map.groupBy(places, ([{ chunk }]) => chunk);
    expect(rows).toEqual([...live].map(([id, of]) => ({ id, live_spans: of.length })));
    const reading = openForReading(directory);
    const reader = new ChunkReader(reading);
    for (const [{ chunk, offset }, raw] of places)
      expect(reader.read(chunk, offset, raw.length)?.equals(raw)).toBe(true);
    reading.close();
  });
});

describe('a helper that is kept from its work in the middle of a chunk', () => {
  const chunk = CHUNKS.find(
    (one) => one.spans.length > 100_000 && one.previews.length > 0 && Slots.hasRoomFor(one),
  )!;
  const late = { spans: Buffer.from('what the helper was at'), previews: NONE };
  let slots: Slots;
  let packer: SharedPacker;
  let unpacked: Chunk[];
  const onPacked = (packed: Chunk): void => void unpacked.push(unpackedParts(packed));
  const packAll = (): void => {
    for (let n = 0; n < Slots.count; n++) packer.pack(chunk, onPacked);
    packer.finish();
  };
  beforeEach(() => {
    slots = new Slots();
    packer = new SharedPacker(slots, () => {});
    unpacked = [];
    packer.pack(chunk, onPacked);
    slots.take(0);
    packer.finish();
  });
  const expectTold = (times: number): void =>
    expect(unpacked.map((one) => isSame(one, chunk))).toEqual(Array.from({ length: times }, () => true));

  test('is not waited for', () => {
    expectTold(1);
  });

  test('spoils nothing when it comes back', () => {
    for (let n = 0; n < Slots.count; n++) packer.pack(chunk, onPacked);
    slots.setPacked(0, late);
    packer.finish();
    expectTold(1 + Slots.count);
  });

  test('is helped with all slots but the one that it has, and with that one when it is back', () => {
    packAll();
    expect(slots.isAbandoned(0)).toBe(true);
    slots.setPacked(0, late);
    for (let n = 0; n < Slots.count; n++) packer.pack(chunk, onPacked);
    expect(slots.take(0)).toBe(true);
    slots.setPacked(0, compressedChunk(chunk, copyOf));
    packer.finish();
    expectTold(1 + 2 * Slots.count);
  });
});

/** With something packed: before that nobody helps. */
function startedHelper(start = startHelper): Packer {
  const packer = start();
  packer.pack({ spans: Buffer.alloc(100_000), previews: NONE }, () => {});
  packer.finish();
  packer.committed();
  return packer;
}

test('the helper moves what is committed from the log into the file', async () => {
  const packer = startedHelper();
  database.exec('CREATE TABLE filler (bytes BLOB)');
  const insert = database.prepare('INSERT INTO filler VALUES (zeroblob(8000))');
  const state = database.prepare<[], { log: number; checkpointed: number }>('PRAGMA wal_checkpoint(NOOP)');
  database.transaction(() => {
    for (let n = 0; n < 2000; n++) insert.run();
  })();
  expect(state.get()!.log).toBeGreaterThan(2000);
  packer.committed();
  // All of it, or nothing of it is left in the log.
  await expect.poll(() => state.get()!.log - state.get()!.checkpointed).toBe(0);
  packer.close();
});

test('when nobody has written for a while the file of a long log is emptied, but not under a reader', async () => {
  database.exec('CREATE TABLE filler (bytes BLOB)');
  const insert = database.prepare('INSERT INTO filler VALUES (zeroblob(4000))');
  const size = (): number => statSync(`${database.name}-wal`).size;
  const other = openForReading(directory);
  const reads = other.prepare('SELECT name FROM sqlite_schema').iterate();
  reads.next();
  database.transaction(() => {
    for (let n = 0; n < 1500; n++) insert.run();
  })();
  const packer = startedHelper();
  const beside = openForCheckpoints(directory);
  const checkpoints = new Checkpoints(beside, (error) => expect.fail(String(error)));
  checkpoints.cut();
  expect([checkpoints.isLong, size() > 5_000_000]).toEqual([true, true]);
  reads.return?.();
  await expect.poll(size).toBe(0);
  expect(checkpoints.isLong).toBe(false);
  expect(other.prepare('SELECT COUNT(*) FROM filler').pluck().get()).toBe(1500);
  other.close();
  beside.close();
  packer.close();
});

test('a checkpoint that fails is told once, until one succeeds', () => {
  const failures: unknown[] = [];
  let answer: (() => { log: number; checkpointed: number }) | null = null;
  const refused = new Error('disk I/O error');
  const statement = {
    get: () => {
      if (!answer) throw refused;
      return answer();
    },
  };
  const broken = { prepare: () => statement, pragma: () => 4096 } as unknown as WritableDatabase;
  const checkpoints = new Checkpoints(broken, (error) => failures.push(error));
  expect(checkpoints.moveSome()).toBe(false);
  expect(checkpoints.moveSome()).toBe(false);
  expect(failures).toEqual([refused]);
  answer = () => ({ log: 5000, checkpointed: 0 });
  checkpoints.moveSome();
  answer = null;
  checkpoints.moveSome();
  expect(failures).toEqual([refused, refused]);
});

test('nobody is started to help with commits that hold no chunk, nor with a few small ones', () => {
  let starts = 0;
  const slots = new Slots();
  slots.helper = STOPPED;
  const packer = new SharedPacker(slots, () => starts++);
  for (let commit = 0; commit < 100; commit++) packer.committed();
  expect(starts).toBe(0);
  packer.pack({ spans: Buffer.alloc(100), previews: NONE }, () => {});
  for (let commit = 0; commit < 32; commit++) packer.committed();
  expect(starts).toBe(0);
  for (let commit = 0; commit < 3; commit++) packer.committed();
  expect(starts).toBe(1);
});

test('when the helper dies the writer checkpoints by itself, as before', async () => {
  const before = database.pragma('wal_autocheckpoint', { simple: true });
  const failures: Error[] = [];
  const packer = startedHelper(() =>
    startPackingHelper(database, path.join(directory, 'missing'), (failure) => failures.push(failure)),
  );
  expect(database.pragma('wal_autocheckpoint', { simple: true })).not.toBe(before);
  await expect.poll(() => failures).toHaveLength(1);
  await expect.poll(() => database.pragma('wal_autocheckpoint', { simple: true })).toBe(before);
  packer.close();
});
