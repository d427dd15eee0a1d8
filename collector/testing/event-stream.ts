import http, { type IncomingMessage } from 'node:http';
import { createParser, type EventSourceMessage } from 'eventsource-parser';

export interface EventStream {
  readonly status: number;
  /** All that has come, as it came. */
  readonly text: () => string;
  readonly events: () => readonly EventSourceMessage[];
  /** Resolves with the events when `enough` of them are there, rejects when the stream ends before. */
  readonly until: (
    enough: (events: readonly EventSourceMessage[]) => boolean,
  ) => Promise<readonly EventSourceMessage[]>;
  readonly ended: Promise<void>;
  /** Stops reading, so that what comes piles up on its way. */
  readonly pause: () => void;
  readonly resume: () => void;
  readonly close: () => void;
}

/** A stream read by hand, for what EventSource does not show: its bytes, its refusal, its pauses. */
export async function openStream(url: string, headers: Record<string, string> = {}): Promise<EventStream> {
  const request = http.request(url, { agent: false, headers });
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request.on('response', resolve);
    request.on('error', reject);
    request.end();
  });
  let text = '';
  let isOver = false;
  const events: EventSourceMessage[] = [];
  const parser = createParser({ onEvent: (event) => void events.push(event) });
  const waiting = new Set<() => void>();
  const tell = (): void => {
    for (const check of waiting) check();
  };
  response.setEncoding('utf8');
  response.on('data', (chunk: string) => {
    text += chunk;
    parser.feed(chunk);
    tell();
  });
  response.on('error', () => {});
  const ended = new Promise<void>((resolve) => {
    response.on('close', () => {
      isOver = true;
      tell();
      resolve();
    });
  });
  return {
    status: response.statusCode ?? 0,
    text: () => text,
    events: () => events,
    until: (enough) =>
      new Promise((resolve, reject) => {
        const check = (): void => {
          if (!enough(events) && !isOver) return;
          waiting.delete(check);
          if (enough(events)) resolve([...events]);
          else reject(new Error(`the stream ended after ${events.length} events`));
        };
        waiting.add(check);
        check();
      }),
    ended,
    pause: () => void response.pause(),
    resume: () => void response.resume(),
    close: () => void request.destroy(),
  };
}
