import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { traceRequest } from '../../collector/testing/otlp.ts';
import { expect, test } from './fixtures.ts';
import { plainTrace } from './sample-traces.ts';

/** OpenTelemetry's exporter for browsers sends so unless it was given headers, and takes it for a success in any case. */
test('a web app under development exports by sendBeacon', async ({ page, collector }) => {
  // A server of its own: Chromium asks before a page without an address reaches this machine.
  const app = http.createServer((_request, answer) =>
    answer.setHeader('content-type', 'text/html').end('<link rel="icon" href="data:,">An app'),
  );
  await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve));
  await page.goto(`http://127.0.0.1:${(app.address() as AddressInfo).port}/`);
  const body = JSON.stringify(traceRequest(plainTrace('From a web app')));
  for (const url of [`${collector.otlpUrl}/v1/traces`, `${collector.url}/otel/web/v1/traces`]) {
    const wasQueued = await page.evaluate(
      ([to, json]) => navigator.sendBeacon(to, new Blob([json], { type: 'application/json' })),
      [url, body] as const,
    );
    expect(wasQueued).toBe(true);
  }
  for (const project of ['default', 'web']) {
    const traces = `${collector.url}/api/v1/project/${project}/otel/traces?include_nongenai=true`;
    await expect
      .poll(async () => ((await (await fetch(traces)).json()) as { data: unknown[] }).data)
      .toHaveLength(1);
  }
  app.close();
});
