import { expect, test } from './fixtures.ts';
import { chatTrace, modelCall, newId, RESOURCE, SCOPE, tripTrace } from './sample-traces.ts';

test('a failed trace without an answer says in the list why it failed', async ({ page, collector, send }) => {
  const [traceId, root] = [newId(16), newId(8)];
  const status = { code: 2, message: 'Quota exceeded' };
  const spans = [
    { traceId, spanId: root, name: 'support', status, start: Date.now() - 900 },
    { traceId, spanId: newId(8), parentSpanId: root, name: 'chat', attributes: modelCall('gpt-4o', 1, 1) },
  ];
  await send({ resource: RESOURCE, scope: SCOPE, spans });
  await send(tripTrace().request);
  await page.goto(`${collector.url}/p/default/traces`);
  const rows = page.getByRole('grid', { name: 'Traces' }).getByRole('row');
  await expect(rows.filter({ hasText: 'support' })).toContainText('Quota exceeded');
  await expect(rows.filter({ hasText: 'plan-trip' })).toContainText('The hotel search');
  await expect(rows.filter({ hasText: 'plan-trip' })).not.toContainText('TimeoutError');
});

test('a trace whose root failed says why in place of what it had said until then', async ({
  page,
  collector,
  send,
}) => {
  const chat = chatTrace({ question: 'Refund order 1042.', answer: 'I will look at it.' });
  const spans = chat.spans.map((span) =>
    span.parentSpanId === undefined ? { ...span, status: { code: 2, message: 'Quota exceeded' } } : span,
  );
  await send({ ...chat, spans });
  await page.goto(`${collector.url}/p/default/traces`);
  const row = page.getByRole('grid', { name: 'Traces' }).getByRole('row').nth(1);
  await expect(row).toContainText('Refund order 1042. → Quota exceeded');
});

test('a trace whose spans only threw says what, in lists and at the bar', async ({
  page,
  collector,
  send,
}) => {
  const [traceId, spanId] = [newId(16), newId(8)];
  const attributes = { 'exception.type': 'LookupError', 'exception.message': 'No such order.' };
  const failed = { status: { code: 2 }, events: [{ name: 'exception', attributes }] };
  const spans = [{ traceId, spanId, name: 'refund', attributes: modelCall('gpt-4o', 1, 1), ...failed }];
  await send({ resource: RESOURCE, scope: SCOPE, spans });
  for (const list of ['Traces', 'Spans']) {
    await page.goto(`${collector.url}/p/default/${list.toLowerCase()}`);
    const row = page.getByRole('grid', { name: list }).getByRole('row').nth(1);
    await expect(row).toContainText('LookupError: No such order.');
  }
  await page.goto(`${collector.url}/p/default/traces/${traceId}`);
  await expect(page.getByRole('treegrid').getByRole('row').nth(1)).toContainText('LookupError');
});
