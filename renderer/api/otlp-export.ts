import type { SpanPage } from '../../collector/contract/spans.ts';
import { printJson } from '../lib/json-preview.ts';
import { getJson, hasCode, withQuery } from './client.ts';
import { tracePath } from './paths.ts';

/**
 * Spans a request, which are megabytes; fewer where they are more than one answer can hold. Each is a multiple of the next, so that
 * a page of any size begins where one of the size before did.
 */
const PAGE_SIZES = [200, 20, 2, 1] as const;

/** Characters of a line: far below what a collector takes as one request (64 MB), however many bytes they are in UTF-8. */
const LINE_LENGTH = 8_000_000;

/**
 * A trace in OTLP JSON lines, as it was sent: export requests of some 8 MB, of which most traces are one, so that an import takes each. A
 * span that is larger has a line of its own. `onProgress` hears how much of it is read, from 0 to 1. Nothing is put into the cache: a
 * trace can be hundreds of megabytes.
 */
export async function readOtlp(
  project: string,
  traceId: string,
  signal: AbortSignal,
  onProgress: (share: number) => void = () => {},
): Promise<string[]> {
  const file = new OtlpExport();
  let place = 0;
  let total = 1;
  while (place < total) {
    const { data, meta } = await readPage(`${tracePath(project, traceId)}/spans`, place, signal);
    for (const span of data) file.add(span.raw_span);
    place += meta.limit;
    total = meta.total_items;
    onProgress(Math.min(1, place / Math.max(1, total)));
  }
  return file.end();
}

/** The largest page that begins at a place, counted in spans, and that one answer can hold. */
async function readPage(spansPath: string, place: number, signal: AbortSignal): Promise<SpanPage> {
  const sizes = PAGE_SIZES.filter((size) => place % size === 0);
  for (const limit of sizes) {
    const query = { page: place / limit + 1, limit, include_raw_span: true };
    try {
      return await getJson<SpanPage>(withQuery(spansPath, query), signal);
    } catch (error) {
      // Says that the page is too much; whatever else it may be is so with one span, too.
      if (!hasCode(error, 'VALIDATION_ERROR') || limit === sizes.at(-1)) throw error;
    }
  }
  throw new RangeError(`no page begins at span ${place}`);
}

type Shared = Readonly<Record<string, unknown>>;
type Scope = { readonly scope: Shared; readonly schemaUrl: string; readonly spans: string[] };
type Resource = {
  readonly resource: Shared;
  readonly schemaUrl: string;
  readonly scopes: Map<string, Scope>;
};

/** Gathers spans as the collector gives them raw, and writes them as export requests in JSON, each on a line. */
export class OtlpExport {
  readonly #lineLength: number;
  readonly #lines: string[] = [];
  #resources = new Map<string, Resource>();
  /** Of the spans, resources and scopes that the line at hand has by now. */
  #length = 0;

  constructor(lineLength = LINE_LENGTH) {
    this.#lineLength = lineLength;
  }

  /** Takes a `raw_span`: a span in OTLP JSON with its `resource` and `scope`, each with its `schemaUrl`. */
  add(raw: unknown): void {
    const { resource, scope, ...rest } = asRecord(raw);
    const span = printJson(rest, 0);
    const [resourceKey, scopeKey] = [printJson(asRecord(resource), 0), printJson(asRecord(scope), 0)];
    const under = this.#resources.get(resourceKey);
    const grows =
      span.length +
      (under === undefined ? resourceKey.length : 0) +
      (under?.scopes.has(scopeKey) === true ? 0 : scopeKey.length);
    if (this.#length > 0 && this.#length + grows > this.#lineLength) this.#endLine();
    const within = this.#resourceOf(resourceKey, asRecord(resource));
    this.#scopeOf(within, scopeKey, asRecord(scope)).spans.push(span);
    this.#length += span.length;
  }

  /** The lines, each an ExportTraceServiceRequest, without line breaks: together they may be longer than one string can be. */
  end(): string[] {
    if (this.#length > 0 || this.#lines.length === 0) this.#endLine();
    return this.#lines;
  }

  #endLine(): void {
    this.#lines.push(requestOf([...this.#resources.values()]));
    this.#resources = new Map();
    this.#length = 0;
  }

  #resourceOf(key: string, raw: Shared): Resource {
    const known = this.#resources.get(key);
    if (known !== undefined) return known;
    const { schemaUrl, ...resource } = raw;
    const added = { resource, schemaUrl: textOf(schemaUrl), scopes: new Map<string, Scope>() };
    this.#resources.set(key, added);
    this.#length += key.length;
    return added;
  }

  #scopeOf({ scopes }: Resource, key: string, raw: Shared): Scope {
    const known = scopes.get(key);
    if (known !== undefined) return known;
    const { schemaUrl, ...scope } = raw;
    const added = { scope, schemaUrl: textOf(schemaUrl), spans: [] };
    scopes.set(key, added);
    this.#length += key.length;
    return added;
  }
}

function requestOf(resources: readonly Resource[]): string {
  const inResources = resources.map(({ resource, schemaUrl, scopes }) => {
    const inScopes = [...scopes.values()].map(
      (one) =>
        `{"scope":${printJson(one.scope, 0)},"schemaUrl":${JSON.stringify(one.schemaUrl)},"spans":[${one.spans.join(',')}]}`,
    );
    return `{"resource":${printJson(resource, 0)},"schemaUrl":${JSON.stringify(schemaUrl)},"scopeSpans":[${inScopes.join(',')}]}`;
  });
  return `{"resourceSpans":[${inResources.join(',')}]}`;
}

function asRecord(value: unknown): Shared {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
