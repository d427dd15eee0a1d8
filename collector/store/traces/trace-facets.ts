import { statusName } from '../rows/protocol-names.ts';
import type { SpanColumns } from '../rows/span-row.ts';

/** Names that traces are found by, whichever of their spans carries them. */
export type Facet =
  | 'framework'
  | 'model'
  | 'agent'
  | 'tool'
  | 'tag'
  | 'status_code'
  | 'service_name'
  | 'environment'
  | 'user_id'
  | 'session_id';

/** What only AI spans name: each trace that carries one is a trace with AI spans. */
export const AI_FACETS: ReadonlySet<Facet> = new Set(['framework', 'model', 'agent', 'tool']);

export const FACET_COLUMNS = [
  'framework',
  'requestModel',
  'responseModel',
  'agentName',
  'toolName',
  'tags',
  'statusCode',
  'serviceName',
  'environment',
  'userId',
  'sessionId',
] as const satisfies readonly (keyof SpanColumns)[];
export type FacetFacts = Pick<SpanColumns, (typeof FACET_COLUMNS)[number]>;

export interface FacetCount {
  readonly facet: Facet;
  readonly value: string;
  /** None when the last that carried it was replaced. */
  spans: number;
  /** Spans of the trace that name none of the kind, where the trace itself is of this session or user: they belong to it, too. */
  unnamed: number;
  /** Since it was last taken. */
  changed: boolean;
  /** It has a row, if not with this many spans. */
  stored: boolean;
}

/** Nobody has asked the row yet. */
const UNKNOWN = -1;

/** Versions before kept halves of surrogate pairs, which SQLite takes for one and the same character. */
const tagsOf = (tags: string): string[] => (JSON.parse(tags) as string[]).map((tag) => tag.toWellFormed());

const keyOf = (facet: Facet, value: string): string => `${facet}/${value}`;

/**
 * Counts how many spans of one trace carry each name, and knows which counts have changed. Thousands of traces are held
 * at once, so that it keeps little: one map, looked into only where a span says another name than the one before.
 */
export class TraceFacets {
  readonly #counts = new Map<string, FacetCount>();
  readonly #last: (FacetCount | undefined)[] = [];
  #changed: FacetCount[] = [];
  #withoutUser = 0;
  #withoutSession = 0;
  #user: FacetCount | undefined;
  #session: FacetCount | undefined;

  /** Counts a span; with -1 one that was counted no more. */
  add(span: FacetFacts, spans: 1 | -1 = 1): void {
    this.#count(0, 'status_code', statusName(span.statusCode), spans);
    this.#count(1, 'framework', span.framework, spans);
    this.#count(2, 'service_name', span.serviceName, spans);
    this.#count(3, 'environment', span.environment, spans);
    this.#count(4, 'user_id', span.userId, spans);
    this.#count(5, 'agent', span.agentName, spans);
    this.#count(6, 'tool', span.toolName, spans);
    this.#count(7, 'model', span.requestModel, spans);
    if (span.responseModel !== span.requestModel) this.#count(8, 'model', span.responseModel, spans);
    this.#count(9, 'session_id', span.sessionId, spans);
    if (span.tags !== null) for (const tag of new Set(tagsOf(span.tags))) this.#count(10, 'tag', tag, spans);
    if (span.userId === null) this.#withoutUser += spans;
    if (span.sessionId === null) this.#withoutSession += spans;
  }

  #count(place: number, facet: Facet, value: string | null, spans: 1 | -1): void {
    if (value === null) return;
    let count = this.#last[place];
    if (count?.value !== value) this.#last[place] = count = this.#named(facet, value);
    count.spans += spans;
    this.#noteChange(count);
  }

  #noteChange(count: FacetCount): void {
    if (count.changed) return;
    count.changed = true;
    this.#changed.push(count);
  }

  /** The trace is of these, and with it the spans that name none. */
  belongTo({ userId, sessionId }: Pick<FacetFacts, 'userId' | 'sessionId'>): void {
    this.#user = this.#moveUnnamed(this.#user, 'user_id', userId, this.#withoutUser);
    this.#session = this.#moveUnnamed(this.#session, 'session_id', sessionId, this.#withoutSession);
  }

  #moveUnnamed(
    before: FacetCount | undefined,
    facet: Facet,
    value: string | null,
    unnamed: number,
  ): FacetCount | undefined {
    const owner = before?.value === value ? before : this.#find(facet, value);
    if (before !== undefined && before !== owner) this.#setUnnamed(before, 0);
    if (owner !== undefined) this.#setUnnamed(owner, unnamed);
    return owner;
  }

  #setUnnamed(count: FacetCount, unnamed: number): void {
    if (count.unnamed === unnamed) return;
    count.unnamed = unnamed;
    this.#noteChange(count);
  }

  #find(facet: Facet, value: string | null): FacetCount | undefined {
    return value === null ? undefined : this.#counts.get(keyOf(facet, value));
  }

  #named(facet: Facet, value: string): FacetCount {
    const key = keyOf(facet, value);
    const known = this.#counts.get(key);
    if (known) return known;
    const count = { facet, value, spans: 0, unnamed: 0, changed: false, stored: false };
    this.#counts.set(key, count);
    return count;
  }

  /** Names that are kept. */
  get size(): number {
    return this.#counts.size;
  }

  all(): FacetCount[] {
    return [...this.#counts.values()];
  }

  /** The spans that were counted come from the database, where they are counted, and their trace's row is of these. */
  assumeStored({ userId, sessionId }: Pick<FacetFacts, 'userId' | 'sessionId'>): void {
    for (const count of this.takeChanged()) count.stored = true;
    this.#user = this.#find('user_id', userId);
    this.#session = this.#find('session_id', sessionId);
    for (const owner of [this.#user, this.#session]) if (owner) owner.unnamed = UNKNOWN;
  }

  /** The counts that have changed since the last call. */
  takeChanged(): readonly FacetCount[] {
    const changed = this.#changed;
    this.#changed = [];
    for (const count of changed) count.changed = false;
    return changed;
  }
}
