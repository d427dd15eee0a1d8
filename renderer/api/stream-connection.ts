import { authorizationHeader } from './token.ts';

/** The bytes of a stream that is open. */
export type Connection = ReadableStream<Uint8Array>;

/** Opens a stream of events, after the one with an id where there is one. Rejects where the answer is no stream. */
export async function connect(
  url: string,
  lastEventId: string | null,
  signal: AbortSignal,
): Promise<Connection> {
  const headers = {
    accept: 'text/event-stream',
    ...authorizationHeader(),
    ...(lastEventId === null ? {} : { 'last-event-id': lastEventId }),
  };
  const response = await fetch(url, { headers, signal, cache: 'no-store' });
  if (!response.ok || response.body === null) throw new Error(`The stream answered ${response.status}.`);
  return response.body;
}
