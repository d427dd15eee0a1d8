import { expect, test } from 'vitest';
import { ownDatabase } from '../../testing/own-database.ts';
import { ChunkWriter } from './chunks.ts';
import { RawRecordReader, type RawPlace } from './raw-records.ts';

const own = ownDatabase();

/** Records of 200 kB, a chunk each, and small ones that share one. */
function written(): { readonly places: readonly RawPlace[]; readonly given: readonly Buffer[] } {
  const insert = (table: string): void => {
    own.writing.exec(`INSERT INTO ${table} (id, hash, bytes, schema_url) VALUES (1, x'00', x'0a', '')`);
  };
  for (const table of ['resources', 'scopes']) insert(table);
  const chunks = new ChunkWriter(own.writing);
  const given = [200_000, 200_000, 200_000, 10, 10].map((size, i) => Buffer.alloc(size, `${i} said `));
  const places = given.map((bytes) => {
    const { chunk, offset } = chunks.put(bytes);
    return { chunk, chunk_offset: offset, raw_size: bytes.length, resource: 1, scope: 1 };
  });
  chunks.flush();
  return { places, given };
}

test('what is made of raw bytes is made of the right ones, in any order, of chunks whose memory is used again', () => {
  const { places, given } = written();
  const order = [3, 0, 2, 4, 1, 0];
  const reader = new RawRecordReader(own.reading);
  const views: Buffer[] = [];
  const texts = reader.map(
    order.map((i) => places[i]!),
    ({ bytes }) => {
      views.push(bytes);
      return bytes.toString();
    },
  );
  expect(texts).toEqual(order.map((i) => given[i]!.toString()));
  expect(views.filter(({ length }) => length > 10)).toEqual([]);
});

test('what is read keeps its bytes', () => {
  const { places, given } = written();
  const read = new RawRecordReader(own.reading).read(places.toReversed());
  expect(read.map(({ bytes }) => bytes.toString())).toEqual(given.toReversed().map(String));
});
