import type { Page } from 'playwright/test';
import type { SpanSpec } from '../../collector/testing/otlp.ts';
import { expect, test } from './fixtures.ts';
import { modelCall, newId, RESOURCE, SCOPE } from './sample-traces.ts';

type Placeholder = Required<Pick<SpanSpec, 'traceId' | 'name' | 'start' | 'end'>> &
  Pick<SpanSpec, 'parentSpanId' | 'attributes'>;

/** What Logfire sends as a span starts; `end` is that start, or 0 where it has none. */
function placeholder({ parentSpanId, attributes, ...span }: Placeholder): SpanSpec {
  const spanId = newId(8);
  return {
    ...span,
    spanId: newId(8),
    parentSpanId: spanId,
    attributes: {
      ...attributes,
      'logfire.span_type': 'pending_span',
      'logfire.pending_parent_id': parentSpanId ?? '0000000000000000',
    },
  };
}

const AGENT = { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': 'assistant' };

/** The one row of the tree that shows such a name. */
const row = (page: Page, name: string) =>
  page.getByRole('treegrid').getByRole('row').filter({ hasText: name });

for (const [told, endOf] of [
  ['as it starts', (start: number) => start],
  ['in 1970', () => 0],
] as const) {
  test(`what runs is told as running where its placeholder ends ${told}`, async ({
    page,
    collector,
    send,
  }, testInfo) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    const traceId = newId(16);
    const start = Date.now() - 10_000;
    const root = placeholder({ traceId, name: 'long-run', start, end: endOf(start), attributes: AGENT });
    await send({ resource: RESOURCE, scope: SCOPE, spans: [root] });
    await page.goto(`${collector.url}/p/default/traces`);
    await expect(page.getByRole('row').filter({ hasText: 'long-run' })).toContainText('running');
    await page.goto(`${collector.url}/p/default/traces/${traceId}?tab=conversation`);
    const summary = page.getByRole('region', { name: 'Summary' });
    await expect(summary).toContainText('Durationrunning');
    await expect(page.getByText('No messages in this trace yet')).toBeVisible();

    const callStart = start + 4340;
    const call = placeholder({
      traceId,
      name: 'chat gpt-4o',
      start: callStart,
      end: endOf(callStart),
      ...(root.parentSpanId === undefined ? {} : { parentSpanId: root.parentSpanId }),
      attributes: modelCall('gpt-4o', 0, 0),
    });
    await send({ resource: RESOURCE, scope: SCOPE, spans: [call] });
    await expect(summary).toContainText('Duration4.34 s so far');
    await expect(row(page, 'chat')).toContainText('running');
    await expect(page.getByText(/^idle/)).toHaveCount(0);
    const [bar, cell] = [
      row(page, 'long-run').locator('[data-bar]'),
      row(page, 'long-run').getByRole('gridcell'),
    ];
    const [barWidth, cellWidth] = [
      (await bar.boundingBox())?.width ?? 0,
      (await cell.last().boundingBox())?.width ?? 0,
    ];
    expect(barWidth).toBeGreaterThan(cellWidth * 0.98);
    await page.screenshot({ path: testInfo.outputPath('running-light.png') });

    await page.goto(`${collector.url}/p/default/live`);
    const live = page.getByRole('grid', { name: 'Live' }).getByRole('row');
    await expect(live.filter({ hasText: 'waiting for the answer' })).toHaveCount(1);
    await expect(live.first()).toContainText('4.34 s so far');
    await page.screenshot({ path: testInfo.outputPath('live-running-light.png') });
  });
}
