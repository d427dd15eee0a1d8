import type { IngestRequest } from '../contract/ingest-requests.ts';
import { adviceFor } from './advice.ts';
import type { Attempt, ReceiverAddresses } from './attempt.ts';

const KEPT = 200;
/** Characters of what a request says of itself, and of what its exporter was told. */
const MAX_TEXT = 300;

/** The last export requests, taken or refused, in memory. One object a request: what it means is worked out when it is read. */
export class RequestLog {
  readonly #addresses: () => ReceiverAddresses;
  readonly #attempts: (Attempt | undefined)[] = Array.from({ length: KEPT });
  #next = 0;

  /** `addresses`: where the receivers listen, for the advice. */
  constructor(addresses: () => ReceiverAddresses) {
    this.#addresses = addresses;
  }

  add(attempt: Attempt): void {
    this.#attempts[this.#next++ % KEPT] = {
      ...attempt,
      path: cut(withoutQuery(attempt.path)),
      encoding: cut(attempt.encoding),
      contentType: cut(attempt.contentType),
      message: cut(attempt.message || null),
      userAgent: cut(attempt.userAgent),
      host: cut(attempt.host),
      origin: cut(attempt.origin),
    };
  }

  /** Newest first. */
  list(): IngestRequest[] {
    const addresses = this.#addresses();
    const kept = Math.min(this.#next, KEPT);
    return Array.from({ length: kept }, (_, i) =>
      shown(this.#attempts[(this.#next - 1 - i) % KEPT]!, addresses),
    );
  }
}

function shown(attempt: Attempt, addresses: ReceiverAddresses): IngestRequest {
  return {
    time: new Date(attempt.timeMs).toISOString(),
    project: attempt.projectId,
    signal: attempt.signal,
    transport: attempt.transport,
    path: attempt.path,
    encoding: attempt.encoding,
    content_type: attempt.contentType,
    bytes: attempt.bytes,
    spans: attempt.outcome?.items ?? 0,
    rejected: attempt.outcome?.rejected ?? 0,
    redacted: attempt.outcome?.redacted ?? 0,
    status: attempt.status,
    code: attempt.code,
    message: attempt.message,
    advice: adviceFor(attempt, addresses),
    duration_ms: attempt.durationMs,
    user_agent: attempt.userAgent,
  };
}

/** Some exporters send their key there, which anybody would read here. */
const withoutQuery = (path: string | null): string | null => path?.split('?', 1)[0] ?? null;

/** A short text of its own: a piece that is cut off would keep the whole in memory. */
function cut(text: string | null): string | null {
  if (text === null || text.length <= MAX_TEXT) return text;
  return Buffer.from(`${text.slice(0, MAX_TEXT)}…`).toString();
}
