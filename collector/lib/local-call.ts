import http, { type Agent, type ClientRequest, type IncomingMessage } from 'node:http';
import { pipeline, Readable } from 'node:stream';

export interface Call {
  /** Unless told, GET. */
  readonly method?: string;
  readonly headers?: Headers;
  /** A stream is handed over as it comes. */
  readonly body?: ReadableStream<Uint8Array> | Uint8Array | null;
  /** Ends the call, and the reading of its answer. */
  readonly signal?: AbortSignal | null;
  /** Keeps connections for further calls; unless told, each has its own: one that was kept may end as it is used again. */
  readonly agent?: Agent;
}

/** Statuses whose answers have no body (Fetch standard, "null body status"). */
const BODILESS: ReadonlySet<number | undefined> = new Set([204, 205, 304]);

/**
 * Asks a collector on this machine as `fetch` does, without redirects, but never by way of a proxy, whatever the environment
 * names: what a trace holds would leave the machine. And it waits for the answer as long as that takes: Node's own gives
 * up after five minutes, while the answer to an import comes when all of it is stored. Rejects where nobody answers, or
 * not as HTTP has it, and when it is aborted. The answer's body is a stream, as it comes and no faster than it is read.
 */
export function call(
  url: URL | string,
  { method = 'GET', headers, body = null, signal = null, agent }: Call = {},
): Promise<Response> {
  const isStream = body instanceof ReadableStream;
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  const request = http.request(url, {
    method,
    headers: {
      ...(headers && Object.fromEntries(headers)),
      // Node would send the body of a DELETE without saying where it ends.
      ...(isStream ? { 'transfer-encoding': 'chunked' } : {}),
      // Packing costs more than a wire inside of this machine.
      'accept-encoding': 'identity',
    },
    agent: agent ?? false,
    ...(signal ? { signal } : {}),
  });
  // After the answer has begun, its body tells.
  request.on('error', reject);
  request.once('close', () => reject(new Error('the connection ended without an answer')));
  request.once('response', (answer) => {
    try {
      resolve(responseOf(answer, request));
    } catch (error) {
      // Any program may answer on a port: with a status or words that no `Response` can have.
      reject(error);
      request.destroy();
    }
  });
  // A body that breaks off ends the request, which tells it.
  if (isStream) pipeline(Readable.fromWeb(body as never), request, () => {});
  else request.end(body ?? undefined);
  return promise;
}

function responseOf(answer: IncomingMessage, request: ClientRequest): Response {
  const { statusCode: status, statusMessage: statusText, rawHeaders } = answer;
  const headers = new Headers();
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) headers.append(rawHeaders[at]!, rawHeaders[at + 1]!);
  const isBodiless = BODILESS.has(status) || request.method === 'HEAD';
  if (isBodiless) answer.resume();
  return new Response(isBodiless ? null : bodyOf(answer, request), {
    status: status ?? 502,
    statusText: statusText ?? '',
    headers,
  });
}

function bodyOf(answer: IncomingMessage, request: ClientRequest): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    start(controller) {
      answer.on('data', (chunk: Buffer) => {
        controller.enqueue(chunk);
        if ((controller.desiredSize ?? 0) <= 0) answer.pause();
      });
      answer.once('end', () => controller.close());
      answer.once('error', (error) => controller.error(error));
      answer.pause();
    },
    pull: () => void answer.resume(),
    cancel: () => {
      answer.removeAllListeners('data').removeAllListeners('end');
      request.destroy();
    },
  });
}
