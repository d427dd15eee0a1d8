import { errorMessage } from '../lib/error-message.ts';
import { traceIdOf } from '../testing/otlp.ts';
import type { Figures } from './figures.ts';
import { FIRST_START_MS } from './load.ts';
import { Connection, timeEach } from './measure.ts';
import type { Target } from './target.ts';

export const PROJECT = '/api/v1/project/default/otel';
const BY_ATTRIBUTE = encodeURIComponent('[{"key":"gen_ai.request.temperature","op":"gt","value":0.5}]');
const BY_FIELD = encodeURIComponent('[{"key":"status_code","op":"eq","value":"ERROR"}]');
const TRACE = traceIdOf(1000);
const DAY_MS = 86_400_000;
const DAY = `from_timestamp=${new Date(FIRST_START_MS).toISOString()}&to_timestamp=${new Date(FIRST_START_MS + DAY_MS).toISOString()}`;

/** What is asked for, by the name of its figure. */
export const QUERIES: Readonly<Record<string, string>> = {
  'trace list, first page': '/traces',
  'trace list, page 100 of 50': '/traces?page=100&limit=50',
  'trace list by session': '/traces?session_id=session-7',
  'trace list by user': '/traces?user_id=user-7',
  'trace list by environment': '/traces?environment=bench',
  'trace list by model': '/traces?model=gpt-4o-mini',
  'trace list by indexed attribute': `/traces?filters=${BY_ATTRIBUTE}`,
  'span list, first page': '/spans',
  'span list, page 500': '/spans?page=500',
  'span list by field': `/spans?filters=${BY_FIELD}`,
  'session list, first page': '/sessions',
  'trace with its spans': `/traces/${TRACE}`,
  'messages of a trace': `/traces/${TRACE}/messages`,
  'messages of a session of 0.4 MB': '/sessions/session-8/messages',
  'messages of a session of 1 MB': '/sessions/session-7/messages',
  'filter options of traces': '/traces/filter-options',
  'filter options of spans': '/spans/filter-options',
  'filter options of sessions': '/sessions/filter-options',
  'stats of a day': `/stats?${DAY}`,
  'stats by model': '/stats?group_by=model',
};

/** Of this collector alone: a peer has no such thing, or another. */
export const SEARCHES: Readonly<Record<string, string>> = {
  'search of traces, a word of all': '/traces?search=weather',
  'search of traces, two words and a beginning': '/traces?search=weather%20paris%20comp',
  'search of traces, a phrase': '/traces?search=%22weather%20in%20paris%22',
  'search of traces, an id': '/traces?search=call_4322',
  'search of spans, a word of all': '/spans?search=weather',
  'search of spans, an id': '/spans?search=call_4322',
  'search of sessions, a word of all': '/sessions?search=weather',
};

const WARM_UP = 5;
const RUNS = 40;

/** What is refused is told and left out, so that a peer's missing path does not end the comparison. */
export async function benchQueries(
  figures: Figures,
  target: Target,
  queries: Readonly<Record<string, string>>,
  runs = RUNS,
): Promise<void> {
  const connection = new Connection(target.url);
  for (const [name, path] of Object.entries(queries)) {
    const ask = (): Promise<Buffer> => connection.request(PROJECT + path);
    try {
      await timeEach(WARM_UP, ask);
      figures.times(name, await timeEach(runs, ask));
    } catch (error) {
      console.log(`${name}: ${errorMessage(error)}`);
    }
  }
  connection.close();
}

const LIST_CONNECTIONS = 8;
const LIST_MS = 3000;

/** Trace lists a second from several connections at once. */
export async function benchManyLists(figures: Figures, target: Target): Promise<void> {
  const end = performance.now() + LIST_MS;
  let lists = 0;
  await Promise.all(
    Array.from({ length: LIST_CONNECTIONS }, async () => {
      const connection = new Connection(target.url);
      for (; performance.now() < end; lists++) await connection.request(`${PROJECT}/traces`);
      connection.close();
    }),
  );
  figures.add(`trace lists from ${LIST_CONNECTIONS} connections`, (lists / LIST_MS) * 1000, '/s');
}

/** How many spans can be read by now. */
export async function countSpans(url: string): Promise<number> {
  const connection = new Connection(url);
  const { meta } = await connection.json<{ meta: { total_items: number } }>(`${PROJECT}/spans?limit=1`);
  connection.close();
  return meta.total_items;
}
