import { NameCache } from '../decode/name-cache.ts';
import type { Attributes } from '../decode/records.ts';
import { IDENTITY_KEYS, type ResourceFields, readResourceFields } from './conventions/identity.ts';
import type { Convention, Framework } from './convention.ts';
import type { SpanInput } from './fields.ts';

/** A row no mark points to. */
export const NO_ROW = 0xff;
/** Keys and scope names kept. */
const MAX_KEYS = 8192;
const MAX_SCOPES = 1024;

/** Bits of one number that bitwise operators can hold, with room to spare for the sign. */
const WORD = 30;

/** Which conventions are meant, convention N of the list as bit N: the first 30 in `low`, the next 30 in `high`. */
export interface ConventionBits {
  low: number;
  high: number;
}

export const bitOf = (index: number): ConventionBits => ({
  low: index < WORD ? 1 << index : 0,
  high: index < WORD ? 0 : 1 << (index - WORD),
});

/** What one attribute key says: the first row that it points to, and the conventions that it belongs to. */
interface Sign extends Readonly<ConventionBits> {
  readonly row: number;
  /** Counts on AI spans only. */
  readonly sharedRow: number;
  /** The rows that values of this key point to; null for all but a few keys. */
  readonly values: ReadonlyMap<string, number> | null;
}
interface ScopeSign {
  readonly row: number;
  /** Counts on AI spans only. */
  readonly sharedRow: number;
}
interface ResourceSign {
  readonly fields: ResourceFields;
  readonly row: number;
}

/** Beside the row: the conventions that any attribute of the span belongs to. */
export interface Detection extends ConventionBits {
  /** Index of the framework's row, or NO_ROW. */
  row: number;
  /** The resource's part; read once a resource. */
  resource: ResourceFields;
}

/** `pattern` is a whole name, or the beginning of one and `*`. */
const matches = (pattern: string, name: string): boolean =>
  pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern;

const firstRow = (rows: readonly Framework[], test: (row: Framework) => boolean): number => {
  const index = rows.findIndex(test);
  return index < 0 ? NO_ROW : index;
};

/**
 * Finds a span's framework in one walk over its attribute keys. What a key, a scope name or a resource means is worked
 * out when it first comes and kept, so that a span costs one look-up a key. Not for use by two spans at a time: `detect`
 * answers in the same object again.
 */
export class Detector {
  readonly #rows: readonly Framework[];
  readonly #conventions: readonly Convention[];
  readonly #signs = new NameCache<Sign>(MAX_KEYS);
  readonly #names: ReadonlyMap<string, number>;
  /** Those that are the beginning of a name: too many names begin so for them to be remembered. */
  readonly #beginnings: readonly (readonly [beginning: string, row: number])[];
  readonly #scopes = new NameCache<ScopeSign>(MAX_SCOPES);
  readonly #resources = new WeakMap<Attributes, ResourceSign>();
  readonly #found: Detection = {
    row: NO_ROW,
    low: 0,
    high: 0,
    resource: { serviceName: null, sessionId: null, userId: null, environment: null },
  };

  /** Bit N of a detection stands for `conventions[N]`; there may be 60. */
  constructor(rows: readonly Framework[], conventions: readonly Convention[]) {
    if (conventions.length > 2 * WORD || rows.length >= NO_ROW)
      throw new RangeError('too many conventions or rows');
    this.#rows = rows;
    this.#conventions = conventions;
    const names = rows.flatMap(({ names = [] }, row) => names.map((name) => [name, row] as const));
    this.#names = new Map(names.filter(([name]) => !name.endsWith('*')));
    this.#beginnings = names.flatMap(([name, row]) =>
      name.endsWith('*') ? [[name.slice(0, -1), row] as const] : [],
    );
  }

  detect(span: SpanInput): Detection {
    let row = NO_ROW;
    let sharedRow = NO_ROW;
    let low = 0;
    let high = 0;
    for (const key of span.attributes.keys()) {
      const sign = this.#signs.get(key) ?? this.#addSign(key);
      if (sign.row < row) row = sign.row;
      if (sign.sharedRow < sharedRow) sharedRow = sign.sharedRow;
      if (sign.values !== null)
        row = Math.min(row, sign.values.get(span.attributes.string(key) ?? '') ?? NO_ROW);
      low |= sign.low;
      high |= sign.high;
    }
    const scope = this.#scopes.get(span.scope.name) ?? this.#addScope(span.scope.name);
    const resource = this.#resources.get(span.resource) ?? this.#addResource(span.resource);
    row = Math.min(row, scope.row, this.#rowOfName(span.name));
    if (row !== NO_ROW) row = Math.min(row, scope.sharedRow, sharedRow, resource.row);
    const found = this.#found;
    found.row = row;
    found.low = low;
    found.high = high;
    found.resource = resource.fields;
    return found;
  }

  #rowOfName(name: string): number {
    return (
      this.#names.get(name) ??
      this.#beginnings.find(([beginning]) => name.startsWith(beginning))?.[1] ??
      NO_ROW
    );
  }

  #addSign(key: string): Sign {
    let low = 0;
    let high = 0;
    for (const [index, { keys }] of this.#conventions.entries()) {
      if (!keys.some((pattern) => matches(pattern, key))) continue;
      const bit = bitOf(index);
      low |= bit.low;
      high |= bit.high;
    }
    const rowOf = (patternsOf: (row: Framework) => readonly string[] | undefined): number =>
      IDENTITY_KEYS.has(key)
        ? NO_ROW
        : firstRow(this.#rows, (row) => patternsOf(row)?.some((pattern) => matches(pattern, key)) ?? false);
    return this.#signs.add(key, {
      low,
      high,
      row: rowOf(({ keys }) => keys),
      sharedRow: rowOf(({ sharedKeys }) => sharedKeys),
      values: this.#valuesOf(key),
    });
  }

  #valuesOf(key: string): ReadonlyMap<string, number> | null {
    const rows = new Map<string, number>();
    for (const [index, { values }] of this.#rows.entries()) {
      const own = values !== undefined && Object.hasOwn(values, key) ? (values[key] ?? []) : [];
      for (const value of own) if (!rows.has(value)) rows.set(value, index);
    }
    return rows.size === 0 ? null : rows;
  }

  #addScope(name: string): ScopeSign {
    const points = (patterns: readonly string[] | undefined): boolean =>
      patterns?.some((pattern) => matches(pattern, name)) ?? false;
    return this.#scopes.add(name, {
      row: firstRow(this.#rows, (row) => points(row.scopes)),
      sharedRow: firstRow(this.#rows, (row) => points(row.sharedScopes)),
    });
  }

  #addResource(resource: Attributes): ResourceSign {
    const points = (row: Framework): boolean =>
      Object.entries(row.resource ?? {}).some(([key, value]) => resource.string(key) === value);
    const sign = { fields: readResourceFields(resource), row: firstRow(this.#rows, points) };
    this.#resources.set(resource, sign);
    return sign;
  }
}
