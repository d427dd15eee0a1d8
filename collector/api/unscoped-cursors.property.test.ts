import * as fc from 'fast-check';
import type { TSchema } from 'typebox';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  SessionTraceList,
  UnscopedSessionList,
  UnscopedSpanList,
  UnscopedTraceList,
} from '../contract/unscoped.ts';
import { read, readError } from '../testing/api-client.ts';
import { spanIdOf, traceIdOf, type SpanSpec } from '../testing/otlp.ts';
import { store } from '../testing/otlp-client.ts';
import { sharedCollector } from '../testing/shared-collector.ts';

const collector = sharedCollector();
let url: string;
beforeAll(async () => {
  url = `${collector.url}/api/v1`;
});

const ALWAYS = 'session of all';
/** A span of few traces and few starts, so that ties, replacements and late parents are common. */
const span = fc
  .record({
    trace: fc.integer({ min: 1, max: 24 }),
    span: fc.integer({ min: 1, max: 6 }),
    hasParent: fc.boolean(),
    start: fc.integer({ min: 0, max: 40 }),
    session: fc.option(fc.integer({ min: 1, max: 9 })),
  })
  .map(({ trace, span: n, hasParent, start, session }): SpanSpec => {
    const attributes = session === null ? {} : { 'session.id': `session ${session}` };
    return {
      traceId: traceIdOf(trace),
      spanId: spanIdOf(trace * 16 + n),
      ...(hasParent ? { parentSpanId: spanIdOf(trace * 16 + 1) } : {}),
      start: 1_770_000_000_000 + start,
      attributes,
    };
  });
const batch = fc.array(span, { minLength: 1, maxLength: 12 });
/** How many rows a page has, and what arrives while it is read. */
const steps = fc.array(fc.tuple(fc.integer({ min: 1, max: 7 }), batch), { minLength: 1, maxLength: 6 });

type Page = { readonly next_cursor: string | null; readonly has_more: boolean };

/** All pages of a list, while `arrivals` come in beside the reading of each of the first ones. */
async function walk<T extends TSchema>(
  schema: T,
  path: string,
  arrivals: readonly (readonly [limit: number, spans: readonly SpanSpec[]])[],
): Promise<unknown[]> {
  const rows: unknown[] = [];
  let cursor: string | null = null;
  for (let n = 0; ; n++) {
    const [limit, spans] = arrivals[n] ?? [5, []];
    const from: string = cursor === null ? '' : `&cursor=${cursor}`;
    const [page] = await Promise.all([
      read(schema, `${url}${path}?limit=${limit}${from}`) as Promise<Page>,
      n === 0 || spans.length === 0 ? undefined : store(collector.url, 'default', { spans }),
    ]);
    const items = Object.values(page).find((value) => Array.isArray(value)) as unknown as unknown[];
    rows.push(...items);
    expect(items.length).toBeLessThanOrEqual(limit);
    expect(page.has_more).toBe(page.next_cursor !== null);
    expect(items.length === limit || !page.has_more).toBe(true);
    if (page.next_cursor === null) return rows;
    cursor = page.next_cursor;
  }
}

const LISTS: readonly (readonly [
  path: string,
  schema: TSchema,
  idOf: (row: Record<string, unknown>) => string,
])[] = [
  ['/traces', UnscopedTraceList, ({ trace_id }) => String(trace_id)],
  ['/spans', UnscopedSpanList, ({ trace_id, span_id }) => `${String(trace_id)} ${String(span_id)}`],
  ['/sessions', UnscopedSessionList, ({ session_id }) => String(session_id)],
];

describe('walking all pages while spans arrive returns every row that was there exactly once', () => {
  test.for(LISTS)('%s', async ([path, schema, idOf]) => {
    await fc.assert(
      fc.asyncProperty(batch, steps, async (before, arrivals) => {
        await store(collector.url, 'default', { spans: before });
        const there = (await walk(schema, path, [])) as Record<string, unknown>[];
        const walked = (await walk(schema, path, arrivals)) as Record<string, unknown>[];
        const ids = walked.map(idOf);
        expect(new Set(ids).size).toBe(ids.length);
        // A session goes when its last trace is told to be in another.
        const now =
          path === '/sessions'
            ? new Set(((await walk(schema, path, [])) as Record<string, unknown>[]).map(idOf))
            : undefined;
        const stays = there.map(idOf).filter((id) => now?.has(id) ?? true);
        expect(stays.filter((id) => !ids.includes(id))).toEqual([]);
      }),
      { numRuns: 20 },
    );
  });

  test('/sessions/{session_id}/traces', async () => {
    const path = `/sessions/${encodeURIComponent(ALWAYS)}/traces`;
    const own = (spans: readonly SpanSpec[]): SpanSpec[] =>
      spans.map((one) => ({
        ...one,
        traceId: one.traceId.replace('0000', 'aaaa'),
        attributes: { 'session.id': ALWAYS },
      }));
    await fc.assert(
      fc.asyncProperty(batch, steps, async (before, arrivals) => {
        await store(collector.url, 'default', { spans: own(before) });
        const idsOf = (rows: unknown[]): string[] =>
          (rows as { trace_id: string }[]).map(({ trace_id }) => trace_id);
        const there = idsOf(await walk(SessionTraceList, path, []));
        const arriving = arrivals.map(([limit, spans]) => [limit, own(spans)] as const);
        const ids = idsOf(await walk(SessionTraceList, path, arriving));
        expect(new Set(ids).size).toBe(ids.length);
        for (const id of there) expect(ids).toContain(id);
      }),
      { numRuns: 20 },
    );
  });
});

describe('INVALID_CURSOR', () => {
  const cursorOf = async (path: string): Promise<string> => {
    const { next_cursor } = (await (await fetch(`${url}${path}?limit=1`)).json()) as Page;
    return next_cursor!;
  };
  const sessionTraces = `/sessions/${encodeURIComponent(ALWAYS)}/traces`;
  const paths = ['/traces', '/spans', '/sessions', sessionTraces];
  const refused = { status: 400, code: 'INVALID_CURSOR' };

  test.for(paths)('%s takes its own cursors and nobody else’s', async (path) => {
    for (const other of paths) {
      const cursor = await cursorOf(other);
      const answer = await fetch(`${url}${path}?limit=1&cursor=${cursor}`);
      expect(answer.status, other).toBe(other === path ? 200 : 400);
    }
  });

  test.for(['', 'x', 'null', '0', '%00', '1770000000000', 'AAAA'.repeat(12), 'a'.repeat(20_000)])(
    'is the answer to cursor=%s',
    async (text) => {
      for (const path of paths)
        expect(await readError(`${url}${path}?cursor=${text}`)).toMatchObject(refused);
    },
  );

  test('is the answer to a cursor that was changed', async () => {
    const cursor = await cursorOf('/traces');
    const changed = [
      cursor.slice(0, -1),
      `${cursor}A`,
      `${cursor}%3D`,
      ...Array.from(
        cursor,
        (letter, i) => cursor.slice(0, i) + (letter === 'A' ? 'B' : 'A') + cursor.slice(i + 1),
      ),
    ];
    for (const text of changed)
      expect(await readError(`${url}/traces?cursor=${text}`)).toMatchObject(refused);
  });

  test('a cursor goes on where the page ended, whatever the limit', async () => {
    const whole = await walk(UnscopedTraceList, '/traces', []);
    const cursor = await cursorOf('/traces');
    const { traces } = await read(UnscopedTraceList, `${url}/traces?limit=3&cursor=${cursor}`);
    expect(traces).toEqual(whole.slice(1, 4));
  });
});
