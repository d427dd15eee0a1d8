import { expect, test } from 'vitest';
import type { Signal } from '../decode/count.ts';
import { LogDecoder } from '../decode/logs.ts';
import { MetricDecoder } from '../decode/metrics.ts';
import { TraceDecoder } from '../decode/traces.ts';
import { DecodeError } from '../decode/wire.ts';
import { Redactor } from './redactor.ts';

const SECRET = 'hunter2';
const REDACTOR = Redactor.of([{ name: 'secret', pattern: SECRET, replacement: '-' }])!;

/** The fields that lead to an AnyValue of a request. */
const PLACES: readonly (readonly [signal: Signal, name: string, fields: readonly number[]])[] = [
  ['traces', 'a resource', [1, 1, 1, 2]],
  ['traces', 'a scope', [1, 2, 1, 3, 2]],
  ['traces', 'an event', [1, 2, 2, 11, 3, 2]],
  ['logs', 'a body', [1, 2, 2, 5]],
  ['metrics', 'an exemplar', [1, 2, 2, 5, 1, 5, 7, 2]],
];
/** The fields from an AnyValue to one inside it. */
const LEVELS = { list: [5, 1], 'key-value list': [6, 1, 2] } as const;

function field(number: number, content: Buffer): Buffer {
  const length: number[] = [];
  for (let left = content.length; left > 0; left = Math.floor(left / 128))
    length.push((left % 128) + (left >= 128 ? 128 : 0));
  return Buffer.concat([Buffer.from([number * 8 + 2, ...length]), content]);
}

const DECODERS = { traces: new TraceDecoder(), logs: new LogDecoder(), metrics: new MetricDecoder() };

/** How many levels in one another the decoder takes, having looked that rules have been applied in them all. */
function levelsTaken(signal: Signal, around: readonly number[], level: readonly number[]): number {
  let value = field(1, Buffer.from(SECRET));
  for (let levels = 0; ; levels++) {
    const body = around.reduceRight((content, number) => field(number, content), value);
    const redacted = REDACTOR.redact(signal, body).body;
    try {
      DECODERS[signal].decode(redacted, () => {});
    } catch (error) {
      if (error instanceof DecodeError) return levels;
      throw error;
    }
    expect(redacted.includes(SECRET), `level ${levels}`).toBe(false);
    value = level.reduceRight<Buffer>((content, number) => field(number, content), value);
  }
}

test.for(PLACES)('%s: rules reach in %s as deep as values may be', ([signal, , around]) => {
  for (const level of Object.values(LEVELS)) expect(levelsTaken(signal, around, level)).toBeGreaterThan(100);
});

test('what lies deeper than the decoder takes is left to it, however deep', () => {
  let value = field(1, Buffer.from(SECRET));
  for (let level = 0; level < 4000; level++) value = field(5, field(1, value));
  const body = [1, 1, 1, 2].reduceRight((content, number) => field(number, content), value);
  expect(REDACTOR.redact('traces', body).body).toBe(body);
  expect(() => DECODERS.traces.decode(body, () => {})).toThrow(DecodeError);
});
