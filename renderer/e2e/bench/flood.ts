import type { Page } from 'playwright/test';
import { traceBytes, type SpanSpec } from '../../../collector/testing/otlp.ts';
import { RESOURCE, SCOPE } from '../sample-traces.ts';

const BATCH = 50;
const PER_SECOND = 1000;

/** Sends 1,000 spans a second, made beforehand; returns when the last of them is stored. */
export async function flood(url: string, count: number, spanAt: (n: number) => SpanSpec): Promise<void> {
  const bodies = Array.from({ length: Math.ceil(count / BATCH) }, (_, at) =>
    traceBytes({
      resource: RESOURCE,
      scope: SCOPE,
      spans: Array.from({ length: BATCH }, (_none, i) => spanAt(at * BATCH + i)),
    }),
  );
  const started = performance.now();
  for (const [at, body] of bodies.entries()) {
    await send(url, body);
    const ahead = started + ((at + 1) * BATCH * 1000) / PER_SECOND - performance.now();
    if (ahead > 0) await new Promise((resolve) => setTimeout(resolve, ahead));
  }
}

export async function send(url: string, body: Buffer): Promise<void> {
  const answer = await fetch(`${url}/otel/default/v1/traces`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-protobuf' },
    body: new Uint8Array(body),
  });
  if (!answer.ok) throw new Error(`The export was answered ${answer.status}: ${await answer.text()}`);
}

/** Until Live says that it was told of all. */
export const allTold = (page: Page, count: number): Promise<void> =>
  page
    .getByText(`${count.toLocaleString('en-US')} spans arrived`)
    .waitFor({ state: 'visible', timeout: 120_000 });
