import { expect, test } from './fixtures.ts';
import { AGENT, placeholder } from './sample-running.ts';
import { modelCall, newId, RESOURCE, SCOPE } from './sample-traces.ts';

const SESSION = { 'session.id': 'at-work' };

test('a session of which a root has not come is told as not complete, and then as done', async ({
  page,
  collector,
  send,
}, testInfo) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  const start = Date.now() - 10_000;
  const root = { traceId: newId(16), spanId: newId(8), name: 'trip', start, end: start + 3000 };
  const call = { ...root, spanId: newId(8), parentSpanId: root.spanId, name: 'chat', end: start + 2000 };
  const attributes = { ...modelCall('gpt-4o', 10, 1), ...SESSION };
  await send({ resource: RESOURCE, scope: SCOPE, spans: [{ ...call, attributes }] });
  await page.goto(`${collector.url}/p/default/sessions/at-work`);
  const summary = page.getByRole('region', { name: 'Summary' });
  await expect(summary).toContainText('Not complete yet');
  await expect(summary).toContainText('Duration2.00 s so far');
  await page.goto(`${collector.url}/p/default/sessions?open=at-work`);
  const panel = page.getByRole('region', { name: 'Session', exact: true });
  await expect(panel.getByRole('img', { name: 'Not complete yet' }).first()).toBeVisible();
  await expect(panel).toContainText('Duration2.00 s so far');
  const listed = page.getByRole('row', { name: /at-work/ });
  await expect(listed.getByRole('img', { name: 'Not complete yet' })).toBeVisible();
  await expect(listed).toContainText('2.00 s so far');
  await page.screenshot({ path: testInfo.outputPath('orphan-panel-light.png') });
  await send({ resource: RESOURCE, scope: SCOPE, spans: [{ ...root, attributes: SESSION }] });
  await expect(panel.getByRole('img', { name: 'OK' }).first()).toBeVisible();
  await expect(panel).not.toContainText('so far');
  // Beside an opened row the list stands still.
  await page.goto(`${collector.url}/p/default/sessions`);
  await expect(listed.getByRole('img', { name: 'OK' })).toBeVisible();
  await expect(listed).toContainText('3.00 s');
});

test('a session in which an agent is at work lasts until now', async ({
  page,
  collector,
  send,
}, testInfo) => {
  const start = Date.now() - 10_000;
  await page.clock.setFixedTime(start + 10_000);
  const attributes = { ...AGENT, ...SESSION };
  const root = placeholder({ traceId: newId(16), name: 'long-run', start, end: start, attributes });
  await send({ resource: RESOURCE, scope: SCOPE, spans: [root] });
  await page.goto(`${collector.url}/p/default/sessions/at-work`);
  const summary = page.getByRole('region', { name: 'Summary' });
  await expect(summary).toContainText('Not complete yet');
  await expect(summary).toContainText('Duration10 s so far');
  await page.clock.setFixedTime(start + 12_000);
  await expect(summary).toContainText('Duration12 s so far');
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [390, 1280]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      await page.screenshot({ path: testInfo.outputPath(`session-${colorScheme}-${width}.png`) });
    }

  await page.goto(`${collector.url}/p/default/sessions`);
  const listed = page.getByRole('row', { name: /at-work/ });
  await expect(listed.getByRole('img', { name: 'Not complete yet' })).toBeVisible();
  await expect(listed).toContainText('12 s so far');
  await page.clock.setFixedTime(start + 125_000);
  await expect(listed).toContainText('2 min 05 s so far');
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [390, 1280]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      await page.screenshot({ path: testInfo.outputPath(`list-${colorScheme}-${width}.png`) });
    }
});
