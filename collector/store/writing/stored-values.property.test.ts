import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { jsonToWire } from '../../decode/json-to-wire.ts';
import { ExportTraceServiceRequest } from '../../decode/protocol.ts';
import { writeOlderFile } from '../../testing/older-file.ts';
import { OpenStore } from '../../testing/open-store.ts';
import { spanIdOf, traceIdOf } from '../../testing/otlp.ts';
import { runCommand } from '../../testing/run-command.ts';
import { openForWriting } from '../file/database.ts';
import { Writer } from './writer.ts';

let store: OpenStore;
beforeEach(() => (store = new OpenStore()));
afterEach(() => store.close());

const SCALARS: fc.Arbitrary<object> = fc.oneof(
  fc.double().map((double) => ({ doubleValue: Number.isFinite(double) ? double : String(double) })),
  // Where doubles are integers, and past all that SQLite holds as such.
  fc
    .tuple(fc.constantFrom(1, -1), fc.double({ min: 2 ** 52, max: 2 ** 65, noNaN: true }))
    .map(([sign, double]) => ({ doubleValue: sign * double })),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map((int) => ({ intValue: String(int) })),
  fc
    .constantFrom(-(2n ** 63n), 2n ** 63n - 1n, 2n ** 53n, 2n ** 53n + 1n)
    .map((int) => ({ intValue: String(int) })),
  fc.string({ unit: 'binary', maxLength: 300 }).map((stringValue) => ({ stringValue })),
  fc.boolean().map((boolValue) => ({ boolValue })),
  fc.constantFrom({}, { bytesValue: 'AAEC' }, { kvlistValue: { values: [] } }),
);
const VALUES = fc.oneof(
  { weight: 3, arbitrary: SCALARS },
  fc.array(SCALARS, { maxLength: 5 }).map((values) => ({ arrayValue: { values } })),
);

/** A span with these values, each under a key of its own. */
function keep(values: readonly object[]): void {
  const attributes = values.map((value, i) => ({ key: `gen_ai.v${i}`, value }));
  const ids = { traceId: traceIdOf(1), spanId: spanIdOf(1) };
  const span = { ...ids, name: 'span', startTimeUnixNano: '1770000000000000000', attributes };
  const request = { resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] };
  store.commit('p', ['traces', jsonToWire(ExportTraceServiceRequest, JSON.stringify(request))]);
}

/** The last format that can be written as one. */
const BEFORE_SEARCH = 7;

const DELETE = { type: 'delete-trace', projectId: 'p', traceId: traceIdOf(1) } as const;
const left = (): string[] => store.tables().filter((table) => store.all(`SELECT 1 FROM ${table}`).length > 0);

test('whatever values a span has, it can come again, be replaced and deleted, and leaves nothing', () => {
  const some = fc.array(VALUES, { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(some, some, (before, after) => {
      keep(before);
      const rows = store.all('SELECT * FROM attribute_index ORDER BY 1, 2, 3');
      keep(before);
      expect(store.one('SELECT COUNT(*) FROM attribute_index')).toBe(rows.length);
      keep(after);
      store.run(DELETE);
      expect(left()).toEqual([]);
    }),
  );
});

const LARGE = [1e19, -1e20, 2 ** 63, -(2 ** 63), 1234567890123456800, 2 ** 60, 9007199254740994];

/** As versions before wrote large doubles: with the digits of an integer. */
function writeIndexedAsBefore(): void {
  const keys = store.all('SELECT id FROM attribute_keys ORDER BY id') as { id: number }[];
  const indexed = keys.map(({ id }, i) => `${id},${LARGE[i]}`).join(',');
  store.writing.prepare('UPDATE spans SET indexed = ?').run(`[${indexed}]`);
}

describe('large doubles as versions before wrote them', () => {
  beforeEach(() => {
    keep(LARGE.map((doubleValue) => ({ doubleValue })));
    writeIndexedAsBefore();
  });

  test('go with their span', () => {
    store.run(DELETE);
    expect(left()).toEqual([]);
  });

  test('go when it comes again without them', () => {
    keep([]);
    expect(left()).not.toContain('attribute_index');
    expect(left()).not.toContain('attribute_keys');
  });

  test('that outlived their span go with the next start, those of spans that are there stay', () => {
    const rows = store.all('SELECT * FROM attribute_index');
    const [key, trace, span] = ['key', 'trace', 'span'].map((column) =>
      store.one(`SELECT MIN(${column}) FROM attribute_index`),
    );
    const insert = store.writing.prepare(
      'INSERT INTO attribute_index (key, value, trace, span) VALUES (?, ?, ?, ?)',
    );
    store.writing.exec(
      `INSERT INTO attribute_keys (id, project, key, key_type, entity_type) VALUES (999, 1, 'old', 'number', 'span')`,
    );
    // Of a span whose ids another has now, and of one whose ids nobody has.
    for (const of of [
      [trace, span],
      [trace, 99],
      [99, 99],
    ]) {
      insert.run(key, 3.5e18, ...of);
      insert.run(999, LARGE[0], ...of);
    }
    const directory = mkdtempSync(path.join(tmpdir(), 'tracedeck-older-'));
    writeOlderFile(store.directory, directory, BEFORE_SEARCH);
    const database = openForWriting(directory, 'normal');
    expect(database.prepare('SELECT * FROM attribute_index').all()).toEqual(rows);
    expect(database.prepare('SELECT COUNT(*) FROM attribute_keys').pluck().get()).toBe(LARGE.length);
    runCommand(database, new Writer(database), DELETE);
    expect(database.prepare('SELECT COUNT(*) FROM attribute_index').pluck().get()).toBe(0);
    database.close();
    rmSync(directory, { recursive: true, force: true });
  });
});
