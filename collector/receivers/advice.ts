import type { Signal } from '../decode/count.ts';
import type { ErrorCode } from '../errors.ts';
import type { Attempt, ReceiverAddresses } from './attempt.ts';

/** One sentence that names the fix of a usual mistake, null where nothing is wrong or nothing can be told. */
export function adviceFor(attempt: Attempt, addresses: ReceiverAddresses): string | null {
  if (attempt.isTls)
    return 'The exporter speaks TLS, which this port does not: begin its endpoint with http://, or set OTEL_EXPORTER_OTLP_INSECURE=true.';
  if (attempt.transport === 'grpc' && attempt.port !== 'grpc') return toGrpcPort(addresses);
  if (attempt.transport === 'http' && attempt.port === 'grpc') return toHttpPort(addresses);
  if (attempt.outcome !== null) return attempt.outcome.advice;
  return (attempt.code && ADVICE[attempt.code]?.(attempt, addresses)) ?? null;
}

/** Langfuse's own interface, of which only the place for traces is here, and the project before it. */
const LANGFUSE = /^(\/otel\/[\w.-]+)?\/+api\/public\//;
const isLangfuse = ({ path }: Attempt): boolean => LANGFUSE.test(path ?? '');

const newToken =
  (why: string) =>
  (attempt: Attempt, addresses: ReceiverAddresses): string => {
    // With a token there would still be nothing.
    if (isLangfuse(attempt) && attempt.signal === null) return otherPath(attempt, addresses);
    const variable = isLangfuse(attempt)
      ? 'LANGFUSE_SECRET_KEY=<token>'
      : 'OTEL_EXPORTER_OTLP_HEADERS="Authorization=Bearer%20<token>"';
    return `${why}: make one with "tracedeck token create" and set ${variable}.`;
  };

/** By the error that a request was refused with. */
const ADVICE: Readonly<
  Partial<Record<ErrorCode, (attempt: Attempt, addresses: ReceiverAddresses) => string>>
> = {
  NOT_FOUND: otherPath,
  METHOD_NOT_ALLOWED: otherPath,
  HOST_NOT_ALLOWED: otherHost,
  ORIGIN_NOT_ALLOWED: otherOrigin,
  AUTH_REQUIRED: newToken('Exporters need a token here'),
  TOKEN_EXPIRED: newToken('The token has expired'),
  TOKEN_INVALID: newToken("The token is none of this collector's, or was revoked"),
  RECEIVING_PAUSED: () =>
    'Receiving is paused: resume it in the tray menu of Tracedeck, or with POST /api/v1/ingest/resume. Exporters try again by themselves.',
  STORAGE_UNAVAILABLE: () =>
    'The database takes nothing now; "tracedeck doctor" and the top of this page tell why, a full disk for one. Exporters try again by themselves.',
  BUFFER_FULL: () =>
    'More came than could be written, so that some of it has to wait: exporters try again by themselves. Where that goes on, send less at once, or raise otel.ingestion.buffer_max_spans or buffer_max_bytes here.',
  UNSUPPORTED_MEDIA_TYPE: () =>
    'The body came in a form that is not read here: set OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf and OTEL_EXPORTER_OTLP_COMPRESSION=gzip, or no compression.',
  PAYLOAD_TOO_LARGE: () =>
    'The request is too large: have the exporter send smaller batches (OTEL_BSP_MAX_EXPORT_BATCH_SIZE), or raise otel.ingestion.max_body_bytes or buffer_max_spans here.',
};

function toGrpcPort({ grpc }: ReceiverAddresses): string {
  const there = grpc === null ? '' : `send gRPC to http://${grpc}, or `;
  return `gRPC came to a port for HTTP: ${there}set OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf.`;
}

function toHttpPort({ standard_http, http }: ReceiverAddresses): string {
  return `HTTP came to the port for gRPC: send it to ${standard_http ?? http ?? 'the port for HTTP'}, or set OTEL_EXPORTER_OTLP_PROTOCOL=grpc.`;
}

/** OTLP's fourth signal, over HTTP and gRPC. */
const PROFILES = /\/profiles$|\.ProfilesService\/\w+$/;

function otherPath(attempt: Attempt, addresses: ReceiverAddresses): string {
  const { path, port, transport } = attempt;
  if (PROFILES.test(path ?? ''))
    return 'Profiles are not stored here: switch that exporter off. Traces, metrics and logs are taken.';
  if (transport === 'grpc')
    return "Nothing is served at this path: of gRPC services OTLP's are, TraceService, MetricsService and LogsService. Where the exporter speaks another protocol, set OTEL_TRACES_EXPORTER=otlp.";
  const own = addresses[port] ?? '';
  if (port === 'standard_http' && path?.startsWith('/otel/'))
    return `Paths that name a project are those of ${addresses.http ?? 'the main port'}: send it there, or to ${own} with the header x-project-id.`;
  if (isLangfuse(attempt)) return otherThanTraces(`${own}${LANGFUSE.exec(path ?? '')?.[1] ?? ''}`);
  const signal = guessedSignal(path ?? '');
  return `Nothing is received at this path: set OTEL_EXPORTER_OTLP_ENDPOINT=${own}, to which exporters add /v1/${signal}, or OTEL_EXPORTER_OTLP_${signal.toUpperCase()}_ENDPOINT=${own}/v1/${signal}.`;
}

const otherThanTraces = (baseUrl: string): string =>
  `Of what SDKs of Langfuse send, only traces are taken here, from version 3 of Python's and 4 of JavaScript's on, with LANGFUSE_BASE_URL=${baseUrl}: no scores, and media with LANGFUSE_MEDIA_UPLOAD_ENABLED=false, which leaves them in the traces.`;

function otherOrigin(attempt: Attempt, addresses: ReceiverAddresses): string {
  if (attempt.signal === null) return otherPath(attempt, addresses);
  if (attempt.origin === 'null')
    return 'A page without an origin, such as a file, may send nothing here: serve it from http://localhost.';
  const origin = named(attempt.origin, 'its origin');
  return `A web page of another origin may send nothing here: add ${origin} to server.cors_origins, which lets it read and change everything too, or serve it from http://localhost.`;
}

function otherHost({ host }: Attempt, { http }: ReceiverAddresses): string {
  const refused = `${named(host, 'The host that it was sent to')} is none of this collector's names (a web page could have its own point here)`;
  const own = /^http:\/\/(.+):\d+$/.exec(http ?? '')?.[1] ?? '127.0.0.1';
  if (own === '0.0.0.0' || own === '[::]')
    return `${refused}: send to this machine's IP address, or from itself to 127.0.0.1.`;
  const names = [...new Set([own, '127.0.0.1', 'localhost'])].join(' or ');
  return `${refused}: send to ${names}. From a container, give it this machine's network (docker run --network host); or set server.host to 0.0.0.0, with auth.enabled, and send to this machine's IP address.`;
}

/** Only a proper name is repeated, since people paste what an advice says. */
const named = (text: string | null, otherwise: string): string =>
  text !== null && /^(?:[a-z][a-z0-9+.-]*:\/\/)?[\w.:[\]-]+$/.test(text) ? text : otherwise;

function guessedSignal(path: string): Signal {
  if (/metric/i.test(path)) return 'metrics';
  return /log/i.test(path) ? 'logs' : 'traces';
}
