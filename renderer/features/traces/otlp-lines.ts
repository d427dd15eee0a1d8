import { printJson } from '../../lib/json-preview.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * One trace as one line of OTLP JSON (an ExportTraceServiceRequest), from what include_raw_span gives of its spans: the
 * protocol's own JSON with `resource` and `scope`, whose schema addresses stand beside them in a request.
 */
export function otlpLine(rawSpans: readonly unknown[]): string {
  const resourceSpans = rawSpans.filter(isFields).map(({ resource, scope, ...span }) => ({
    ...withSchema('resource', resource),
    scopeSpans: [{ ...withSchema('scope', scope), spans: [span] }],
  }));
  return printJson({ resourceSpans }, 0);
}

function withSchema(name: 'resource' | 'scope', value: unknown): Fields {
  if (!isFields(value)) return {};
  const { schemaUrl, ...own } = value;
  return { [name]: own, ...(schemaUrl === undefined ? {} : { schemaUrl }) };
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}
