import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { OpenStore } from '../../testing/open-store.ts';
import { spanIdOf, traceIdOf } from '../../testing/otlp.ts';
import { ownDatabase } from '../../testing/own-database.ts';
import { unpack } from '../packing/unpack.ts';
import { ChunkReader, ChunkWriter, spansInChunk, type ChunkPlace } from './chunks.ts';

const own = ownDatabase();

const liveSpans = (): unknown[] =>
  own.reading.prepare('SELECT live_spans FROM chunks ORDER BY id').pluck().all();

test('whatever is put in comes back byte for byte, in any order', () => {
  const raw = fc.oneof(
    { weight: 8, arbitrary: fc.uint8Array({ maxLength: 100 }) },
    fc.nat(300_000).map((size) => new Uint8Array(size).fill(size)),
  );
  const chunks = new ChunkWriter(own.writing);
  fc.assert(
    fc.property(fc.array(raw, { maxLength: 250 }), (given) => {
      const placed = given.map((bytes): [ChunkPlace, Buffer] => [
        chunks.put(Buffer.from(bytes)),
        Buffer.from(bytes),
      ]);
      chunks.flush();
      const reader = new ChunkReader(own.reading);
      for (const [{ chunk, offset }, bytes] of placed.toReversed())
        expect(reader.read(chunk, offset, bytes.length)?.equals(bytes)).toBe(true);
    }),
    { numRuns: 30 },
  );
});

test('a chunk ends when it is large or holds many spans', () => {
  const chunks = new ChunkWriter(own.writing);
  for (let i = 0; i < 200; i++) chunks.put(Buffer.from('small'));
  chunks.flush();
  expect(liveSpans()).toEqual([96, 96, 8]);
  for (let i = 0; i < 3; i++) chunks.put(Buffer.alloc(200_000));
  chunks.flush();
  expect(liveSpans()).toEqual([96, 96, 8, 1, 1, 1]);
});

test('a chunk goes with its last span, no sooner', () => {
  const chunks = new ChunkWriter(own.writing);
  const [first, second] = ['a', 'b'].map((text) => chunks.put(Buffer.from(text)));
  chunks.flush();
  chunks.release(first!.chunk);
  expect(liveSpans()).toEqual([1]);
  expect(new ChunkReader(own.reading).read(second!.chunk, second!.offset, 1)).toEqual(Buffer.from('b'));
  chunks.release(second!.chunk);
  expect(liveSpans()).toEqual([]);
});

test('of a chunk that has gone nothing is left to do when the trace goes', () => {
  const chunks = new ChunkWriter(own.writing);
  const leftovers = (): unknown => own.reading.prepare('SELECT COUNT(*) FROM chunk_leftovers').pluck().get();
  const [first, second] = ['a', 'b'].map((text) => chunks.put(Buffer.from(text)));
  chunks.flush();
  chunks.release(first!.chunk, 7);
  chunks.flush();
  expect(leftovers()).toBe(1);
  chunks.release(second!.chunk, 7);
  chunks.flush();
  expect([liveSpans(), leftovers()]).toEqual([[], 0]);
});

test('what is replaced before it was written is not written for itself', () => {
  const chunks = new ChunkWriter(own.writing);
  const { chunk } = chunks.put(Buffer.from('a'));
  chunks.release(chunk);
  chunks.flush();
  expect(liveSpans()).toEqual([]);
  const { chunk: next } = chunks.put(Buffer.from('a'));
  chunks.release(next);
  chunks.put(Buffer.from('b'));
  chunks.flush();
  expect(liveSpans()).toEqual([1]);
});

test('what was gathered and not written is forgotten with a rollback', () => {
  const chunks = new ChunkWriter(own.writing);
  chunks.put(Buffer.from('kept'));
  chunks.flush();
  own.writing.exec('BEGIN');
  const lost = chunks.put(Buffer.from('lost'));
  chunks.flush();
  chunks.put(Buffer.from('lost too'));
  own.writing.exec('ROLLBACK');
  chunks.reset();
  const again = chunks.put(Buffer.from('again'));
  chunks.flush();
  expect(again).toEqual({ chunk: lost.chunk, offset: 0, previewAt: null });
  expect(liveSpans()).toEqual([1, 1]);
  expect(new ChunkReader(own.reading).read(again.chunk, 0, 5)).toEqual(Buffer.from('again'));
});

test('a chunk has the previews of its own spans and of no others, also after a rollback', () => {
  const chunks = new ChunkWriter(own.writing);
  const put = (preview: string): void =>
    void chunks.put(Buffer.from('raw'), { inputPreview: preview, outputPreview: null });
  for (const preview of ['one', 'two']) {
    put(preview);
    chunks.flush();
  }
  put('lost');
  chunks.reset();
  put('six');
  chunks.flush();
  const sheets = own.reading.prepare<[], Buffer>('SELECT previews FROM chunks ORDER BY id').pluck().all();
  expect(sheets.map((sheet) => unpack(sheet).toString('latin1', 4))).toEqual(['one', 'two', 'six']);
});

test('a chunk that is gone is undefined; a reader keeps none of what it unpacked once cleared', () => {
  const chunks = new ChunkWriter(own.writing);
  const reader = new ChunkReader(own.reading);
  const { chunk } = chunks.put(Buffer.from('a'));
  chunks.flush();
  expect(reader.read(chunk, 0, 1)).toEqual(Buffer.from('a'));
  chunks.release(chunk);
  reader.clear();
  expect(reader.read(chunk, 0, 1)).toBeUndefined();
});

test('the spans of a chunk are found without an index: none where it holds none, all where it is lost', () => {
  const store = new OpenStore();
  const ids = (chunk: number): unknown[] =>
    store.reading
      .prepare<{ chunk: number }>(`SELECT id FROM spans WHERE ${spansInChunk(':chunk')} ORDER BY id`)
      .pluck()
      .all({ chunk });
  store.keepSpans('p', ...[1, 2].map((n) => ({ traceId: traceIdOf(n), spanId: spanIdOf(n) })));
  store.keepLogs('p', { body: 'no span' });
  store.keepSpans('p', ...[3, 1].map((n) => ({ traceId: traceIdOf(n), spanId: spanIdOf(n) })));
  expect([1, 2, 3].map(ids)).toEqual([[2], [], [3, 4]]);
  store.writing.exec('DELETE FROM chunks');
  expect([1, 2, 3, 4].map(ids)).toEqual([[2], [], [3, 4], []]);
  store.close();
});
