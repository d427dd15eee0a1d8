import type { Config } from '../../config/config.ts';
import { MAX_REMEMBERED_NAME, NameCache } from '../../decode/name-cache.ts';
import type { AttributeValue, Attributes } from '../../decode/records.ts';
import {
  FIELD_OF_KEY,
  PRESENT,
  indexedBoolean,
  indexedText,
  isContent,
  isLaterItem,
  type IndexValue,
} from '../../store/attributes/attribute-rules.ts';
import type { IndexedAttribute, IndexedKey } from '../../store/rows/span-row.ts';

/** Keys whose rule is kept. */
const MAX_RULES = 8192;
/** Rows a span, and items of one array. */
const MAX_ROWS = 100;
const MAX_ITEMS = 32;

const NOTHING: readonly IndexedAttribute[] = [];

type Settings = Config['otel']['attributes'];

/**
 * Picks what lists can be filtered by from a span and its resource: the keys that the settings name, and `gen_ai.*` unless that
 * is switched off. Long text is cut, of content only the presence is kept, and a key that is a column needs no row.
 */
export class AttributeIndexer {
  readonly #settings: Settings;
  readonly #traceKeys: ReadonlySet<string>;
  readonly #spanKeys: ReadonlySet<string>;
  /** Null: not indexed. */
  readonly #rules = new NameCache<IndexedKey | null>(MAX_RULES);
  readonly #resources = new WeakMap<Attributes, readonly IndexedAttribute[]>();

  constructor(settings: Settings) {
    this.#settings = settings;
    this.#traceKeys = new Set(settings.trace_attributes);
    this.#spanKeys = new Set(settings.span_attributes);
  }

  /** The span's own attributes, then those of its resource that it does not have itself. */
  read(span: {
    readonly attributes: Attributes;
    readonly resource: Attributes;
  }): readonly IndexedAttribute[] {
    const found: IndexedAttribute[] = [];
    this.#collect(span.attributes, found);
    for (const attribute of this.#ofResource(span.resource))
      if (found.length < MAX_ROWS && !span.attributes.has(attribute.key.name)) found.push(attribute);
    return found.length === 0 ? NOTHING : found;
  }

  #ofResource(resource: Attributes): readonly IndexedAttribute[] {
    const known = this.#resources.get(resource);
    if (known) return known;
    const found: IndexedAttribute[] = [];
    this.#collect(resource, found);
    this.#resources.set(resource, found);
    return found;
  }

  #collect(attributes: Attributes, found: IndexedAttribute[]): void {
    for (const name of attributes.keys()) {
      const known = this.#rules.get(name);
      const key = known === undefined ? this.#rules.add(name, this.#ruleFor(name, attributes)) : known;
      if (key === null) continue;
      if (found.length >= MAX_ROWS) return;
      if (key.contentOnly) found.push({ key, value: PRESENT });
      else collectValue(key, attributes.get(name) ?? null, found);
    }
  }

  #ruleFor(name: string, attributes: Attributes): IndexedKey | null {
    const ofTrace = this.#traceKeys.has(name);
    const wanted =
      ofTrace || this.#spanKeys.has(name) || (this.#settings.auto_index_genai && name.startsWith('gen_ai.'));
    // A key too long to be remembered here would be kept in the index for good.
    if (!wanted || FIELD_OF_KEY.has(name) || name.length > MAX_REMEMBERED_NAME) return null;
    const contentOnly = isContent(name);
    if (contentOnly && isLaterItem(name)) return null;
    const entity = ofTrace ? 'trace' : 'span';
    return { name, contentOnly, entity, type: typeOf(attributes.get(name) ?? null) };
  }
}

/** What filter-options calls a key: by the first value that came under it. */
function typeOf(value: AttributeValue): IndexedKey['type'] {
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'boolean') return 'boolean';
  return typeof value === 'bigint' || typeof value === 'number' ? 'number' : 'string';
}

function collectValue(key: IndexedKey, value: AttributeValue, found: IndexedAttribute[]): void {
  // An attribute that is there without a value is absent in JSON, too.
  if (value === null) return;
  if (!Array.isArray(value)) {
    found.push({ key, value: indexValue(value) });
    return;
  }
  if (value.length === 0) found.push({ key, value: PRESENT });
  for (const item of (value as readonly AttributeValue[]).slice(0, MAX_ITEMS))
    if (found.length < MAX_ROWS) found.push({ key, value: item === null ? PRESENT : indexValue(item) });
}

/** Objects, bytes and nested lists by presence only. */
function indexValue(value: Exclude<AttributeValue, null>): IndexValue {
  if (typeof value === 'string') return indexedText(value);
  if (typeof value === 'bigint') return value;
  if (typeof value === 'boolean') return indexedBoolean(value);
  // NaN and the infinities show as text in JSON.
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  return PRESENT;
}
