import type { SpanColumns } from './span-row.ts';

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
  | 'user_id';

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
] as const satisfies readonly (keyof SpanColumns)[];
export type FacetFacts = Pick<SpanColumns, (typeof FACET_COLUMNS)[number]>;

export interface FacetCount {
  readonly facet: Facet;
  readonly value: string;
  spans: number;
  /** Since it was last taken. */
  changed: boolean;
}

const STATUSES = ['UNSET', 'OK', 'ERROR'];

/** The values of one facet. Spans of a trace mostly repeat the name of the one before. */
interface Values {
  readonly byName: Map<string, FacetCount>;
  last: FacetCount | undefined;
}

/** Counts how many spans of one trace carry each name, and knows which counts have changed. */
export class TraceFacets {
  readonly #values = new Map<Facet, Values>();
  #changed: FacetCount[] = [];

  add(span: FacetFacts): void {
    this.#count('status_code', STATUSES[span.statusCode] ?? 'UNSET');
    this.#count('framework', span.framework);
    this.#count('model', span.requestModel);
    if (span.responseModel !== span.requestModel) this.#count('model', span.responseModel);
    this.#count('agent', span.agentName);
    this.#count('tool', span.toolName);
    this.#count('service_name', span.serviceName);
    this.#count('environment', span.environment);
    this.#count('user_id', span.userId);
    if (span.tags !== null)
      for (const tag of new Set(JSON.parse(span.tags) as string[])) this.#count('tag', tag);
  }

  #count(facet: Facet, value: string | null): void {
    if (value === null) return;
    let values = this.#values.get(facet);
    if (!values) this.#values.set(facet, (values = { byName: new Map(), last: undefined }));
    let count = values.last?.value === value ? values.last : values.byName.get(value);
    if (!count) values.byName.set(value, (count = { facet, value, spans: 0, changed: false }));
    values.last = count;
    count.spans++;
    if (count.changed) return;
    count.changed = true;
    this.#changed.push(count);
  }

  all(): FacetCount[] {
    return [...this.#values.values()].flatMap(({ byName }) => [...byName.values()]);
  }

  /** The counts that have changed since the last call. */
  takeChanged(): readonly FacetCount[] {
    const changed = this.#changed;
    this.#changed = [];
    for (const count of changed) count.changed = false;
    return changed;
  }
}
