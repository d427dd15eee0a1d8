import { setTimeout as pause } from 'node:timers/promises';
import { Health } from '../contract/health.ts';
import { OPERATIONS } from '../query/operations.ts';
import { Reader } from '../query/reader.ts';
import type { Listed } from '../store/reader/filter-fields.ts';
import { spansBehind } from '../store/reader/search-queue.ts';
import { parseSearch } from '../store/search/search-terms.ts';
import { read } from './api-client.ts';
import { OpenStore } from './open-store.ts';
import { spanIdOf, traceIdOf, type SpanSpec } from './otlp.ts';

/** Resolves when search finds all that was stored before the call. */
export async function searchCaughtUp(url: string): Promise<void> {
  while ((await read(Health, `${url}/api/v1/health`)).search.behind_spans > 0) await pause(5);
}

const PAGE = { page: 1, limit: 1000 };

/** A store with both sides of search in this thread: nothing happens before it is asked for. Lists are those of `p`. */
export class SearchStore extends OpenStore {
  readonly #reader = new Reader(this.reading);

  /** What a reader thread says of spans that wait. */
  readQueue(limit = 1000): NonNullable<ReturnType<typeof OPERATIONS.readSearchQueue>> {
    const batch = this.#reader.consistently(() =>
      OPERATIONS.readSearchQueue(this.#reader, { after: 0, limit, namesOnly: false }),
    );
    return batch ?? { last: 0, entries: [], unreadable: 0, failure: null };
  }

  /** Indexes one batch; answers how many spans of it. */
  indexSome(limit?: number, { entries } = this.readQueue(limit)): number {
    return this.writer.index((search) => entries.filter((entry) => search.index(entry)).length);
  }

  catchUp(): void {
    while (this.behind > 0) this.indexSome(3);
  }

  /** Stores spans of the project and makes them found. */
  keepFound(...kept: readonly SpanSpec[]): void {
    this.keepSpans('p', ...kept);
    this.catchUp();
  }

  /** Whether the index of search holds a word, be it of a deleted span. */
  isInIndex(word: string): boolean {
    const pages = 'SELECT COUNT(*) FROM search_data WHERE INSTR(block, CAST(? AS BLOB)) > 0';
    return this.writing.prepare<[string], number>(pages).pluck().get(word)! > 0;
  }

  get behind(): number {
    return spansBehind(this.#reader.statements);
  }

  /** Ids of what a list of the project answers, in ascending order. */
  search(listed: Listed, text: string): string[] {
    const common = { ...PAGE, project: 'p', search: parseSearch(text) };
    const by = (field: string) => ({ field, direction: 'asc' }) as const;
    return this.#reader
      .consistently(() => {
        const order = by('start_time');
        if (listed === 'traces') {
          const { data } = OPERATIONS.listTraces(this.#reader, { ...common, order, include_nongenai: true });
          return data.map(({ trace_id: id }) => id);
        }
        if (listed === 'sessions')
          return OPERATIONS.listSessions(this.#reader, { ...common, order }).data.map(
            ({ session_id: id }) => id,
          );
        const spans = { ...common, order: by('timestamp_start'), include_raw_span: false };
        return OPERATIONS.listSpans(this.#reader, spans).data.map(({ span_id: id }) => id);
      })
      .toSorted();
  }

  sessionOf(traceId: string): string | null {
    return this.reading
      .prepare<[string], string | null>('SELECT session_id FROM traces WHERE trace_id = ?')
      .pluck()
      .get(traceId)!;
  }
}

/** Attributes of a model call with these texts as history and answer. */
export const talk = (input: readonly string[], output: readonly string[] = []): Record<string, string> => ({
  'gen_ai.operation.name': 'chat',
  'gen_ai.input.messages': JSON.stringify(input.map((content) => message('user', content))),
  ...(output.length === 0
    ? {}
    : { 'gen_ai.output.messages': JSON.stringify(output.map((content) => message('assistant', content))) }),
});

const message = (role: string, content: string): object => ({ role, parts: [{ type: 'text', content }] });

/** Span `n`, of trace `trace`, with this text. */
export const saying = (trace: number, n: number, text: string): SpanSpec => ({
  traceId: traceIdOf(trace),
  spanId: spanIdOf(n),
  name: `step ${n}`,
  start: 1000 + n,
  attributes: talk([text]),
});

/** So many from `from` on, each with sixty words of its own that begin with `word`. */
export const manySaying = (trace: number, from: number, count: number, word: string): SpanSpec[] =>
  Array.from({ length: count }, (_, i) =>
    saying(trace, from + i, Array.from({ length: 60 }, (__, of) => `${word}x${i}x${of}`).join(' ')),
  );
