import type { SpanColumns } from '../span-row.ts';

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
  /** Since it was last taken. */
  changed: boolean;
  /** It has a row, if not with this many spans. */
  stored: boolean;
}

const STATUSES = ['UNSET', 'OK', 'ERROR'];

/** Versions before kept halves of surrogate pairs, which SQLite takes for one and the same character. */
const tagsOf = (tags: string): string[] => (JSON.parse(tags) as string[]).map((tag) => tag.toWellFormed());

/**
 * Counts how many spans of one trace carry each name, and knows which counts have changed. Thousands of traces are held
 * at once, so that it keeps little: one map, looked into only where a span says another name than the one before.
 */
export class TraceFacets {
  readonly #counts = new Map<string, FacetCount>();
  readonly #last: (FacetCount | undefined)[] = [];
  #changed: FacetCount[] = [];

  /** Counts a span; with -1 one that was counted no more. */
  add(span: FacetFacts, spans: 1 | -1 = 1): void {
    this.#count(0, 'status_code', STATUSES[span.statusCode] ?? 'UNSET', spans);
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
  }

  #count(place: number, facet: Facet, value: string | null, spans: 1 | -1): void {
    if (value === null) return;
    let count = this.#last[place];
    if (count?.value !== value) this.#last[place] = count = this.#named(facet, value);
    count.spans += spans;
    if (count.changed) return;
    count.changed = true;
    this.#changed.push(count);
  }

  #named(facet: Facet, value: string): FacetCount {
    const key = `${facet}/${value}`;
    const known = this.#counts.get(key);
    if (known) return known;
    const count = { facet, value, spans: 0, changed: false, stored: false };
    this.#counts.set(key, count);
    return count;
  }

  all(): FacetCount[] {
    return [...this.#counts.values()];
  }

  /** The spans that were counted come from the database, where they are counted. */
  assumeStored(): void {
    for (const count of this.takeChanged()) count.stored = true;
  }

  /** The counts that have changed since the last call. */
  takeChanged(): readonly FacetCount[] {
    const changed = this.#changed;
    this.#changed = [];
    for (const count of changed) count.changed = false;
    return changed;
  }
}
