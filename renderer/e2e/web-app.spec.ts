import { traceRequest } from '../../collector/testing/otlp.ts';
import { expect, test } from './fixtures.ts';
import { plainTrace } from './sample-traces.ts';

const APP = 'http://localhost:5173/';

/** OpenTelemetry's exporter for browsers sends so unless it was given headers, and takes it for a success in any case. */
test('a web app under development exports by sendBeacon', async ({ page, collector }) => {
  await page.route(APP, (route) => route.fulfill({ contentType: 'text/html', body: 'An app' }));
  await page.goto(APP);
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
});
