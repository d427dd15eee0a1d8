import { hash } from 'node:crypto';
import type { SpanRecord } from '../../decode/records.ts';
import type { ConversationSpan } from '../../messages/conversation-span.ts';
import { MOST_SEARCHED, TooManyMessages } from '../../messages/most-messages.ts';
import { ReadCache } from '../../messages/read-cache.ts';
import { beginningOf, searchTexts } from '../../messages/search-texts.ts';
import { hasLogs, logsOfTrace, type LogRecordRow } from '../../store/reader/logs.ts';
import { rawBytesOf, withinBytes, type RawRecord } from '../../store/chunks/raw-records.ts';
import { carriersOf, queuedSpans, textsToldBy, type QueuedSpan } from '../../store/reader/search-queue.ts';
import { spanItem } from '../../store/reader/spans.ts';
import { foldText, type SearchEntry } from '../../store/search/search-text.ts';
import { SpanLogs } from '../log-content.ts';
import type { Reader } from '../reader.ts';
import { decodeRaw } from '../span-content.ts';
import { withinTime } from '../within-time.ts';

/** Raw bytes that are read for one batch; a single span may have more. */
const MAX_BYTES = 2 * 1024 * 1024;

export interface SearchQueueRequest {
  /** The row behind which to begin. */
  readonly after: number;
  /** Spans at most. */
  readonly limit: number;
  /** Leave what the spans carry alone: for one that can't be read. */
  readonly namesOnly: boolean;
}

/**
 * Spans that search is to find. `last` is the row to go on behind, and stands first: who hands the batch on reads no more of
 * it. `failure` is of the first of the spans that could not be read beyond their names.
 */
export interface SearchBatch {
  readonly last: number;
  readonly entries: readonly SearchEntry[];
  readonly unreadable: number;
  readonly failure: string | null;
}

/** What the spans that have waited longest are to be found by; null when none waits there. */
export function readSearchQueue(reader: Reader, request: SearchQueueRequest): SearchBatch | null {
  const rows = withinBytes(queuedSpans(reader.statements, request.after, request.limit), MAX_BYTES);
  return rows.length === 0 ? null : new BatchReader(reader).read(rows, request.namesOnly);
}

/** Nobody asks for it who could ask for something else. */
const QUEUED = { name: 'a batch of spans', instead: 'they are found by their names alone' };
const NO_TEXTS: ReadonlySet<string> = new Set();
/** Attributes that name a call of a tool on its own span, also where it carries nothing else, or what went wrong. */
const NAMING_KEYS = ['gen_ai.tool.call.id', 'tool_call.id', 'ai.toolCall.id', 'error.type'];

class BatchReader {
  readonly #reader: Reader;
  readonly #cache = new ReadCache(MOST_SEARCHED);
  /** By trace and hash: what a span before it in the batch has been the first to carry. */
  readonly #told = new Set<string>();
  readonly #withLogs = new Map<number, boolean>();
  #unreadable = 0;
  #failure: string | null = null;

  constructor(reader: Reader) {
    this.#reader = reader;
  }

  read(rows: readonly QueuedSpan[], namesOnly: boolean): SearchBatch {
    const records = namesOnly ? [] : this.#readRecords(rows);
    const spans = rows.map((row, i) => records[i] && this.#spanOf(row, records[i]));
    const texts = withinTime(rawBytesOf(rows), QUEUED, () => this.#textsOf(spans));
    const entries = rows.map((row, i) => {
      if (texts[i] === undefined) this.#unreadable++;
      return {
        span: row.id,
        trace: row.trace,
        ticket: row.ticket,
        names: namesOf(row, spans[i]),
        texts: this.#newTexts(row, texts[i] ?? NO_TEXTS),
      };
    });
    return { last: rows.at(-1)!.id, entries, unreadable: this.#unreadable, failure: this.#failure };
  }

  /** Where they say too much together each by itself: one that does so alone is found by its names. */
  #textsOf(spans: readonly (ConversationSpan | undefined)[]): readonly (ReadonlySet<string> | undefined)[] {
    try {
      return spans.map((span) => span && searchTexts(span, this.#cache));
    } catch (error) {
      if (!(error instanceof TooManyMessages)) throw error;
      return spans.map((span) =>
        this.#attempt(() => {
          // It has just been read by itself.
          if (spans.length === 1) throw error;
          return span && searchTexts(span, new ReadCache(MOST_SEARCHED));
        }),
      );
    }
  }

  /** In one go, so that each chunk is unpacked once. Where that fails row by row: a damaged one costs no other. */
  #readRecords(rows: readonly QueuedSpan[]): readonly (SpanRecord | undefined)[] {
    const decode = (raw: RawRecord) => decodeRaw(raw, this.#cache.texts);
    return (
      this.#attempt(() => this.#reader.raw.map(rows, decode)) ??
      rows.map((row) => this.#attempt(() => this.#reader.raw.map([row], decode)[0]))
    );
  }

  #spanOf(row: QueuedSpan, record: SpanRecord): ConversationSpan | undefined {
    return this.#attempt(() => {
      const logs = this.#logsOf(row);
      return {
        span: spanItem(row),
        record,
        logs: logs.length === 0 ? [] : new SpanLogs(this.#reader, logs).of(row),
      };
    });
  }

  #logsOf(row: QueuedSpan): LogRecordRow[] {
    const { statements } = this.#reader;
    const { project, trace, trace_id, span_id } = row;
    // Few traces have any, and looking for those of a span takes as long as much of the rest.
    const hasAny = this.#withLogs.get(trace) ?? hasLogs(statements, project, trace_id);
    this.#withLogs.set(trace, hasAny);
    return hasAny ? logsOfTrace(statements, project, trace_id, span_id) : [];
  }

  #attempt<T>(read: () => T): T | undefined {
    try {
      return read();
    } catch (error) {
      this.#failure ??= String(error);
      return undefined;
    }
  }

  #newTexts(row: QueuedSpan, texts: ReadonlySet<string>): SearchEntry['texts'] {
    if (texts.size === 0) return [];
    const { statements } = this.#reader;
    const own = new Set(textsToldBy(statements, row.id));
    const told = new Map<number, string | null>();
    for (const text of texts) {
      const hashed = hash('sha1', text, 'buffer').readUIntBE(0, 6);
      const key = `${row.trace}/${hashed}`;
      if (own.has(hashed)) told.set(hashed, foldText(text));
      else if (this.#told.has(key)) told.set(hashed, null);
      else {
        const carriers = carriersOf(statements, row.trace, hashed);
        if (carriers !== 'several') told.set(hashed, carriers === 'none' ? foldText(text) : null);
      }
      this.#told.add(key);
    }
    return [...told];
  }
}

function namesOf(row: QueuedSpan, span: ConversationSpan | undefined): string[] {
  const names = [
    row.name,
    row.trace_id,
    row.span_id,
    row.session_id,
    row.user_id,
    row.service_name,
    row.agent_name,
    row.tool_name,
    row.request_model,
    row.response_model,
    ...NAMING_KEYS.map((key) => span?.record.attributes.string(key)),
  ];
  const given = names.filter((name) => name !== null && name !== undefined);
  return [...new Set(given)].map((name) => foldText(beginningOf(name)));
}
