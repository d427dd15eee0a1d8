import { printJson } from '../../lib/json-preview.ts';

type Shared = Readonly<Record<string, unknown>>;
type Scope = { readonly scope: Shared; readonly schemaUrl: string; readonly spans: string[] };
type Resource = {
  readonly resource: Shared;
  readonly schemaUrl: string;
  readonly scopes: Map<string, Scope>;
};

/** Gathers spans as the collector gives them raw, and writes them as one OTLP export request. */
export class OtlpExport {
  readonly #resources = new Map<string, Resource>();

  /** Takes a `raw_span`: a span in OTLP JSON with its `resource` and `scope`, each with its `schemaUrl`. */
  add(raw: unknown): void {
    const { resource, scope, ...span } = asRecord(raw);
    const under = this.#resourceOf(asRecord(resource));
    this.#scopeOf(under, asRecord(scope)).spans.push(printJson(span));
  }

  /** ExportTraceServiceRequest in JSON, in pieces: a large trace is longer than one string may be. */
  write(): string[] {
    const pieces = ['{"resourceSpans":['];
    let isFirst = true;
    for (const { resource, schemaUrl, scopes } of this.#resources.values()) {
      pieces.push(
        `${isFirst ? '' : ','}{"resource":${printJson(resource)},"schemaUrl":${JSON.stringify(schemaUrl)},"scopeSpans":[`,
      );
      [...scopes.values()].forEach((scope, index) => {
        pieces.push(
          `${index > 0 ? ',' : ''}{"scope":${printJson(scope.scope)},"schemaUrl":${JSON.stringify(scope.schemaUrl)},"spans":[`,
        );
        scope.spans.forEach((span, at) => pieces.push(at > 0 ? ',' : '', span));
        pieces.push(']}');
      });
      pieces.push(']}');
      isFirst = false;
    }
    pieces.push(']}\n');
    return pieces;
  }

  #resourceOf(raw: Shared): Resource {
    const key = printJson(raw);
    const known = this.#resources.get(key);
    if (known !== undefined) return known;
    const { schemaUrl, ...resource } = raw;
    const added = { resource, schemaUrl: textOf(schemaUrl), scopes: new Map<string, Scope>() };
    this.#resources.set(key, added);
    return added;
  }

  #scopeOf({ scopes }: Resource, raw: Shared): Scope {
    const key = printJson(raw);
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
