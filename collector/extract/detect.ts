import type { Attributes } from '../decode/records.ts';
import { IDENTITY_KEYS, type ResourceFields, readResourceFields } from './conventions/identity.ts';
import type { Convention, Framework } from './convention.ts';
import type { SpanInput } from './fields.ts';

/** A row no mark points to. */
export const NO_ROW = 0xff;
/** Keys and scope names kept; an exporter that makes up names must not fill memory. */
const MAX_KEYS = 8192;
const MAX_SCOPES = 1024;

/** What one attribute key says: the first row that it points to, and the conventions (as bits) that it belongs to. */
interface Sign {
  readonly row: number;
  readonly bits: number;
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

export interface Detection {
  /** Index of the framework's row, or NO_ROW. */
  row: number;
  /** The bits of the conventions that any attribute of the span belongs to. */
  bits: number;
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
  readonly #signs = new Map<string, Sign>();
  readonly #scopes = new Map<string, ScopeSign>();
  readonly #resources = new WeakMap<Attributes, ResourceSign>();
  readonly #found: Detection = {
    row: NO_ROW,
    bits: 0,
    resource: { serviceName: null, sessionId: null, userId: null, environment: null },
  };

  /** Bit N of a detection stands for `conventions[N]`; there may be 30. */
  constructor(rows: readonly Framework[], conventions: readonly Convention[]) {
    if (conventions.length > 30 || rows.length >= NO_ROW)
      throw new RangeError('too many conventions or rows');
    this.#rows = rows;
    this.#conventions = conventions;
  }

  detect(span: SpanInput): Detection {
    let row = NO_ROW;
    let bits = 0;
    for (const key of span.attributes.keys()) {
      const sign = this.#signs.get(key) ?? this.#addSign(key);
      if (sign.row < row) row = sign.row;
      bits |= sign.bits;
    }
    const scope = this.#scopes.get(span.scope.name) ?? this.#addScope(span.scope.name);
    const resource = this.#resources.get(span.resource) ?? this.#addResource(span.resource);
    if (row !== NO_ROW) row = Math.min(row, scope.sharedRow, resource.row);
    const found = this.#found;
    found.row = Math.min(row, scope.row);
    found.bits = bits;
    found.resource = resource.fields;
    return found;
  }

  #addSign(key: string): Sign {
    let bits = 0;
    for (const [index, { keys }] of this.#conventions.entries())
      if (keys.some((pattern) => matches(pattern, key))) bits |= 1 << index;
    const points = (row: Framework): boolean => row.keys?.some((pattern) => matches(pattern, key)) ?? false;
    const sign = { bits, row: IDENTITY_KEYS.has(key) ? NO_ROW : firstRow(this.#rows, points) };
    if (this.#signs.size >= MAX_KEYS) this.#signs.clear();
    this.#signs.set(key, sign);
    return sign;
  }

  #addScope(name: string): ScopeSign {
    const points = (patterns: readonly string[] | undefined): boolean =>
      patterns?.some((pattern) => matches(pattern, name)) ?? false;
    const sign = {
      row: firstRow(this.#rows, (row) => points(row.scopes)),
      sharedRow: firstRow(this.#rows, (row) => points(row.sharedScopes)),
    };
    if (this.#scopes.size >= MAX_SCOPES) this.#scopes.clear();
    this.#scopes.set(name, sign);
    return sign;
  }

  #addResource(resource: Attributes): ResourceSign {
    const points = (row: Framework): boolean =>
      Object.entries(row.resource ?? {}).some(([key, value]) => resource.string(key) === value);
    const sign = { fields: readResourceFields(resource), row: firstRow(this.#rows, points) };
    this.#resources.set(resource, sign);
    return sign;
  }
}
