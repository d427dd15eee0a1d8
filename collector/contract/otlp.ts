import { Type } from 'typebox';
import { object } from './common.ts';
import { PROJECT_ID_PATTERN } from './project-id.ts';

/** Bytes of the protocol's own messages, which this contract does not repeat. */
const Protobuf = Type.Unsafe<Uint8Array>({ type: 'string', format: 'binary' });

const item = Type.Object({}, { additionalProperties: true });

const MAPPING =
  'OTLP JSON: ids in hex, 64-bit integers as strings or numbers, enums as numbers or names, camelCase or snake_case.';

const bothEncodings = <T>(json: T) => ({
  'application/json': { schema: json },
  'application/x-protobuf': { schema: Protobuf },
});

const partialSuccess = (rejected: string) => ({
  partialSuccess: Type.Optional(
    Type.Object(
      { [rejected]: Type.String({ description: 'how many, in digits' }), errorMessage: Type.String() },
      { description: 'absent when all was stored' },
    ),
  ),
});

/** Request and answer of each signal, by media type. */
export const EXPORTS = {
  traces: {
    request: bothEncodings(object('ExportTraceServiceRequest', MAPPING, { resourceSpans: Type.Array(item) })),
    answer: bothEncodings(
      object('ExportTraceServiceResponse', 'What was not stored.', partialSuccess('rejectedSpans')),
    ),
  },
  metrics: {
    request: bothEncodings(
      object('ExportMetricsServiceRequest', MAPPING, { resourceMetrics: Type.Array(item) }),
    ),
    answer: bothEncodings(
      object('ExportMetricsServiceResponse', 'What was not stored.', partialSuccess('rejectedDataPoints')),
    ),
  },
  logs: {
    request: bothEncodings(object('ExportLogsServiceRequest', MAPPING, { resourceLogs: Type.Array(item) })),
    answer: bothEncodings(
      object('ExportLogsServiceResponse', 'What was not stored.', partialSuccess('rejectedLogRecords')),
    ),
  },
};

/** Where SDKs of Langfuse send OTLP traces, behind the address that they are given as `LANGFUSE_BASE_URL`. */
export const LANGFUSE_PREFIX = '/api/public/otel';
const LANGFUSE_TRACES = new RegExp(`^(?:/otel/[^/?]+)?${LANGFUSE_PREFIX}/v1/traces(?:\\?|$)`);

/** What is exported to a path, with its query or without, whichever project it names; null where it is no receiver's. */
export function signalAt(path: string): keyof typeof EXPORTS | null {
  if (LANGFUSE_TRACES.test(path)) return 'traces';
  const [, signal] = /^\/(?:otel\/(?:[^/?]+\/)?)?v1\/(traces|metrics|logs)(?:\?|$)/.exec(path) ?? [];
  return (signal as keyof typeof EXPORTS | undefined) ?? null;
}

/** What a body that can't be decoded is answered with in its own encoding: a `google.rpc.Status`. */
export const UNDECODABLE = { 400: { 'application/x-protobuf': { schema: Protobuf } } };

const projectId = {
  pattern: PROJECT_ID_PATTERN,
  description: 'the project that it belongs to; it exists from the first thing stored in it',
};

export const ExportParams = Type.Object({ project_id: Type.String(projectId) });

const contentEncoding = {
  'Content-Encoding': Type.Optional(
    Type.String({ description: '`gzip`, `deflate`, `zstd`, `br` or `identity`' }),
  ),
};
export const ExportHeaders = Type.Object(contentEncoding);
export const DefaultExportHeaders = Type.Object({
  'x-project-id': Type.Optional(Type.String({ ...projectId, default: 'default' })),
  ...contentEncoding,
});
