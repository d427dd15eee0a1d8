import type { Figures } from './figures.ts';
import { LONG_SESSION, longSession, longTrace } from './histories.ts';
import { PROJECT } from './queries.ts';
import { HttpSender } from './senders.ts';
import { Connection, timeEach } from './measure.ts';
import type { Target } from './target.ts';

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(0);

/** Conversations whose every call repeats what was said before: what a person waits for, and what it costs. */
export async function benchConversations(figures: Figures, target: Target): Promise<void> {
  const sender = new HttpSender(target.url);
  const trace = longTrace();
  for (const request of trace.requests) await sender.send(request);
  let sessionBytes = 0;
  for (const { requests, bytes } of longSession()) {
    sessionBytes += bytes;
    for (const request of requests) await sender.send(request);
  }
  sender.close();
  const asked: [string, string, number][] = [
    [
      `messages of 200 spans with ${megabytes(trace.bytes)} MB of histories`,
      `/traces/${trace.traceId}/messages`,
      20,
    ],
    [`messages of 2,000 calls with ${megabytes(sessionBytes)} MB`, `/sessions/${LONG_SESSION}/messages`, 5],
  ];
  const connection = new Connection(target.url);
  for (const [name, path, runs] of asked) {
    const ask = (): Promise<Buffer> => connection.request(PROJECT + path);
    await timeEach(2, ask);
    const before = target.process?.processorMs() ?? 0;
    const times = await timeEach(runs, ask);
    figures.add(`${name}, best`, times.best, 'ms');
    figures.add(`${name}, p50`, times.p50, 'ms');
    if (target.process)
      figures.add(`${name}, processor`, (target.process.processorMs() - before) / runs, 'ms');
  }
  connection.close();
}
