import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AttributeValue } from '../decode/records.ts';
import type { SpanSketch } from '../extract/fixtures/span-input.ts';
import { everySample } from '../testing/every-sample.ts';
import { OpenStore } from '../testing/open-store.ts';
import { spanIdOf, traceBytes, traceIdOf, type PlainValue } from '../testing/otlp.ts';
import { LOG_TIME, logBytes } from '../testing/otlp-logs.ts';
import { OPERATIONS } from './operations.ts';
import { Reader } from './reader.ts';

/*
 * The order in which spans and log records come, in which requests, and how often, changes nothing of what is told.
 */

const samples = await everySample();
const bySlug = Map.groupBy(samples, ({ slug }) => slug);
const PROJECT = 'p';
const TRACE = traceIdOf(1);
const START_MS = Number(LOG_TIME / 1_000_000n);

type Values = Readonly<Record<string, AttributeValue>>;
type Request = readonly ['traces' | 'logs', Buffer];

/** As tests write attributes for the wire; null for what has no place there. */
function plain(value: AttributeValue): PlainValue | null {
  if (value === null || value instanceof Uint8Array) return null;
  if (value instanceof Map) return plainValues(Object.fromEntries(value) as Values);
  if (Array.isArray(value)) return value.map(plain).filter((item) => item !== null);
  return value as PlainValue;
}

const plainValues = (values: Values = {}): Record<string, PlainValue> =>
  Object.fromEntries(
    Object.entries(values)
      .map(([key, value]) => [key, plain(value)] as const)
      .filter((entry): entry is [string, PlainValue] => entry[1] !== null),
  );

/** A framework's samples as the spans of one trace, each in the middle of the one before, and their log records. */
function requestsOf(spans: readonly SpanSketch[]): Request[] {
  return spans.flatMap((sketch, i): Request[] => {
    const ids = { traceId: TRACE, spanId: spanIdOf(i + 1) };
    const start = START_MS + i * 1000;
    const span = {
      ...ids,
      ...(i === 0 ? {} : { parentSpanId: spanIdOf(Math.ceil(i / 2)) }),
      name: sketch.name ?? 'span',
      kind: sketch.kind ?? 1,
      start,
      end: start + (sketch.durationMs ?? 500),
      attributes: { 'session.id': 's', ...plainValues(sketch.attributes) },
      events: (sketch.events ?? []).map(({ name, attributes, afterMs }) => ({
        name,
        time: start + (afterMs ?? 0),
        attributes: plainValues(attributes),
      })),
      status: { code: sketch.statusCode ?? 0 },
    };
    const under = {
      resource: plainValues(sketch.resource ?? { 'service.name': 'shop' }),
      scope: { name: sketch.scope ?? 'app' },
    };
    const logs = (sketch.logs ?? []).map(({ name, body, attributes }, n): Request => {
      const told = body === undefined ? null : plain(body);
      const log = {
        ...ids,
        time: LOG_TIME + BigInt(i * 1000 + n + 1) * 1_000_000n,
        eventName: name,
        attributes: plainValues(attributes),
        ...(told === null ? {} : { body: told }),
      };
      return ['logs', logBytes({ ...under, logs: [log] })];
    });
    return [['traces', traceBytes({ ...under, spans: [span] })], ...logs];
  });
}

function tellAll(store: OpenStore): unknown {
  const reader = new Reader(store.reading);
  return reader.consistently(() => [
    OPERATIONS.traceMessages(reader, { project: PROJECT, traceId: TRACE }),
    ...store.all('SELECT session_id FROM sessions').map((row) =>
      OPERATIONS.sessionMessages(reader, {
        project: PROJECT,
        sessionId: (row as { session_id: string }).session_id,
      }),
    ),
  ]);
}

/** What is told when the commits have been written, one after the other. */
function toldAfter(commits: readonly (readonly Request[])[]): unknown {
  const store = new OpenStore();
  try {
    for (const commit of commits)
      store.commit(PROJECT, ...commit.map(([signal, body]) => [signal, body] as [typeof signal, Buffer]));
    return tellAll(store);
  } finally {
    store.close();
  }
}

describe.each([...bySlug])('the conversation of %s', (_slug, ofSlug) => {
  const requests = requestsOf(ofSlug.map(({ span }) => span));
  const again = fc.subarray(requests, { maxLength: Math.min(4, requests.length) });

  test('is the same in any order of arrival, with what comes twice', () => {
    const expected = toldAfter(requests.map((request) => [request]));
    fc.assert(
      fc.property(
        fc.shuffledSubarray(requests, { minLength: requests.length }),
        again,
        fc.array(fc.boolean(), { minLength: requests.length + 4, maxLength: requests.length + 4 }),
        (shuffled, repeated, isTogether) => {
          const commits: Request[][] = [];
          for (const [i, request] of [...shuffled, ...repeated].entries()) {
            const last = commits.at(-1);
            if (last !== undefined && isTogether[i]) last.push(request);
            else commits.push([request]);
          }
          expect(toldAfter(commits)).toEqual(expected);
        },
      ),
      { numRuns: 4 },
    );
  });
});
