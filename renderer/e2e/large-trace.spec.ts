import { spanIdOf, traceIdOf } from '../../collector/testing/otlp.ts';
import { expect, openTab, test } from './fixtures.ts';

test('a trace of more than 10,000 spans opens, and each of its spans', async ({ page, collector, send }) => {
  test.slow();
  const traceId = traceIdOf(1);
  for (let from = 0; from <= 10_000; from += 2500) {
    const spans = Array.from({ length: Math.min(2500, 10_001 - from) }, (_, i) => from + i).map((n) => ({
      traceId,
      spanId: spanIdOf(n + 1),
      ...(n === 0 ? {} : { parentSpanId: spanIdOf(1) }),
      name: `step ${n}`,
      start: 1_770_000_000_000 + n,
      attributes: { 'customer.number': n },
    }));
    await send({ spans });
  }
  await page.goto(`${collector.url}/p/default/traces/${traceId}`);
  const tree = page.getByRole('treegrid');
  await expect(tree).toHaveAttribute('aria-rowcount', /^1000[12]$/, { timeout: 60_000 });
  await tree.getByRole('row', { name: /step 3\b/ }).click();
  await openTab(page, 'Attributes');
  await expect(page.getByText('customer.number')).toBeVisible();
});
