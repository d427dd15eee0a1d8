import type { SpanPage } from '../../collector/contract/spans.ts';
import { printJson } from '../lib/json-preview.ts';
import { getJson, withQuery } from './client.ts';
import { tracePath } from './paths.ts';

/** A page of raw spans is megabytes. */
const SPANS_A_PAGE = 200;

/**
 * A trace as one OTLP export request in JSON, on one line, as it was sent. `onProgress` hears how much of it is read, from 0 to 1. Nothing is
 * put into the cache: a trace can be hundreds of megabytes.
 */
export async function readOtlp(
  project: string,
  traceId: string,
  signal: AbortSignal,
  onProgress: (share: number) => void = () => {},
): Promise<string[]> {
  const file = new OtlpExport();
  let pages = 1;
  for (let page = 1; page <= pages; page += 1) {
    const query = { page, limit: SPANS_A_PAGE, include_raw_span: true };
    const path = withQuery(`${tracePath(project, traceId)}/spans`, query);
    const { data, meta } = await getJson<SpanPage>(path, signal);
    for (const span of data) file.add(span.raw_span);
    pages = meta.total_pages;
    onProgress(page / Math.max(1, pages));
  }
  return file.write();
}

type Shared = Readonly<Record<string, unknown>>;
type Scope = { readonly scope: Shared; readonly schemaUrl: string; readonly spans: string[] };
type Resource = {
  readonly resource: Shared;
  readonly schemaUrl: string;
  readonly scopes: Map<string, Scope>;
};

/** Gathers spans as the collector gives them raw, and writes them as one export request. */
export class OtlpExport {
  readonly #resources = new Map<string, Resource>();

  /** Takes a `raw_span`: a span in OTLP JSON with its `resource` and `scope`, each with its `schemaUrl`. */
  add(raw: unknown): void {
    const { resource, scope, ...span } = asRecord(raw);
    const under = this.#resourceOf(asRecord(resource));
    this.#scopeOf(under, asRecord(scope)).spans.push(printJson(span, 0));
  }

  /** ExportTraceServiceRequest in JSON on one line, in pieces: a large trace is longer than one string may be. */
  write(): string[] {
    const pieces = ['{"resourceSpans":['];
    let isFirst = true;
    for (const { resource, schemaUrl, scopes } of this.#resources.values()) {
      pieces.push(
        `${isFirst ? '' : ','}{"resource":${printJson(resource, 0)},"schemaUrl":${JSON.stringify(schemaUrl)},"scopeSpans":[`,
      );
      [...scopes.values()].forEach((scope, index) => {
        pieces.push(
          `${index > 0 ? ',' : ''}{"scope":${printJson(scope.scope, 0)},"schemaUrl":${JSON.stringify(scope.schemaUrl)},"spans":[`,
        );
        scope.spans.forEach((span, at) => pieces.push(at > 0 ? ',' : '', span));
        pieces.push(']}');
      });
      pieces.push(']}');
      isFirst = false;
    }
    pieces.push(']}');
    return pieces;
  }

  #resourceOf(raw: Shared): Resource {
    const key = printJson(raw, 0);
    const known = this.#resources.get(key);
    if (known !== undefined) return known;
    const { schemaUrl, ...resource } = raw;
    const added = { resource, schemaUrl: textOf(schemaUrl), scopes: new Map<string, Scope>() };
    this.#resources.set(key, added);
    return added;
  }

  #scopeOf({ scopes }: Resource, raw: Shared): Scope {
    const key = printJson(raw, 0);
    const known = scopes.get(key);
    if (known !== undefined) return known;
    const { schemaUrl, ...scope } = raw;
    const added = { scope, schemaUrl: textOf(schemaUrl), spans: [] };
    scopes.set(key, added);
    return added;
  }
}

function asRecord(value: unknown): Shared {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
