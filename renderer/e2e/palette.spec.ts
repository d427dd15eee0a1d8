import { expect, test } from './fixtures.ts';
import { chatTrace, newId, plainTrace, RESOURCE, tripTrace } from './sample-traces.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';

test('Ctrl K takes the very next key, and a pasted trace id is first without asking anyone', async ({
  page,
  collector,
  send,
}) => {
  await send(chatTrace({ name: 'wanted', question: 'q', answer: 'a', traceId: TRACE }));
  await page.goto(`${collector.url}/p/default/sessions`);
  await expect(page.getByText('No sessions yet')).toBeVisible();
  // Nothing that is asked from now on is answered: what shows is known here.
  await page.route('**/api/v1/**', () => new Promise(() => undefined));
  await page.keyboard.press('Control+k');
  await page.keyboard.type(TRACE.toUpperCase());
  const first = page.getByRole('option').first();
  await expect(first).toHaveAttribute('aria-selected', 'true');
  await expect(first).toHaveText(`Trace ${TRACE}`);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'wanted' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a span id leads into its trace; one that is nowhere is told', async ({ page, collector, send }) => {
  const { request } = tripTrace();
  await send(request);
  const span = request.spans[2]!;
  await page.goto(collector.url);
  await expect(page.getByRole('row', { name: /plan-trip/ })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('00f067aa0ba902b7');
  await expect(page.getByRole('option').first()).toHaveText('Span 00f067aa0ba902b7');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('There is no span 00f067aa0ba902b7');
  await page.getByRole('combobox', { name: 'Search or jump to an id' }).fill(span.spanId);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`span=${span.spanId}`));
  await expect(page.getByRole('row', { selected: true })).toContainText('search_flights');
});

test('it finds pages, traces, sessions and what can be done', async ({ page, collector, send, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: collector.url });
  await send(chatTrace({ name: 'book-flight', question: 'q', answer: 'a', sessionId: 'trip-7' }));
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(collector.url);
  await expect(page.getByRole('row', { name: /book-flight/ })).toBeVisible();
  const field = page.getByRole('combobox', { name: 'Search or jump to an id' });
  const openWith = async (text: string): Promise<void> => {
    await page.keyboard.press('Control+k');
    await field.fill(text);
  };
  await page.getByRole('button', { name: 'Search or jump to an id' }).click();
  await expect(page.getByRole('option', { name: /book-flight/ })).toBeVisible();
  await field.fill('metr');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/metrics/);

  await openWith('book-fl');
  await page.getByRole('option', { name: /book-flight/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'book-flight' })).toBeVisible();
  await openWith('trip-7');
  await page.getByRole('option', { name: /trip-7(?!”)/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'trip-7' })).toBeVisible();

  await openWith('no such name');
  await page.getByRole('option', { name: 'Search the sessions for “no such name”' }).click();
  await expect(page).toHaveURL(/\/sessions\?search=no(\+|%20)such(\+|%20)name/);
  await expect(page.getByRole('searchbox', { name: 'Search sessions' })).toHaveValue('no such name');

  await openWith('dark');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(page.getByRole('button', { name: 'Dark theme' })).toHaveAttribute('aria-pressed', 'true');
  await openWith('OTLP/HTTP');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(collector.otlpUrl);
  await openWith('shortcuts');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
});

test('it opens while something is typed elsewhere, and Escape closes it', async ({ page, collector }) => {
  await page.goto(`${collector.url}/p/default/traces`);
  const search = page.getByRole('searchbox', { name: 'Search traces' });
  await search.fill('abc');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.type('de');
  await expect(search).toHaveValue('abcde');
});

test('what the browser refuses to copy is said, and the palette stays', async ({ page, collector }) => {
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'));
  });
  await page.goto(collector.url);
  await page.getByRole('button', { name: 'Search or jump to an id' }).click();
  const field = page.getByRole('combobox', { name: 'Search or jump to an id' });
  await field.fill('copy the link');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('Copying was refused.');
  await field.fill('copy');
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('a pasted link leads to what it names, in its own project', async ({ page, collector, send }) => {
  const { request, traceId } = tripTrace();
  await send(request, 'shop');
  await page.goto(`${collector.url}/p/default/metrics`);
  await expect(page.getByRole('heading', { level: 1, name: 'Metrics' })).toBeVisible();
  const field = page.getByRole('combobox', { name: 'Search or jump to an id' });
  const spanId = request.spans[2]!.spanId;
  await page.keyboard.press('Control+k');
  await field.fill(`${collector.url}/p/shop/traces/${traceId}?tab=span&span=${spanId}`);
  await expect(page.getByRole('option').first()).toHaveText(`Trace ${traceId}`);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/p/shop/traces/${traceId}\\?.*span=${spanId}`));
  await expect(page.getByRole('row', { selected: true })).toContainText('search_flights');
  await page.keyboard.press('Control+k');
  await field.fill('tracedeck://session/trip-1?project=shop');
  await expect(page.getByRole('option').first()).toHaveText('Session trip-1');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'trip-1' })).toBeVisible();
});

test('what is chosen stays chosen, and in its place, whatever is found and arrives', async ({
  page,
  collector,
  send,
}) => {
  const trace = (name: string) => send(chatTrace({ name, question: 'q', answer: 'a' }));
  await trace('first');
  await page.goto(`${collector.url}/p/default/traces`);
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  await expect(row('first')).toBeVisible();
  let answer = (): void => {};
  const asked = new Promise<void>((resolve) => (answer = resolve));
  await page.route(/traces\?.*limit=6/, async (route) => {
    await asked;
    await route.continue();
  });
  await page.keyboard.press('Control+k');
  await page.keyboard.press('ArrowDown');
  const chosen = page.getByRole('option', { selected: true });
  await expect(chosen).toHaveText('Traces');
  answer();
  const options = page.getByRole('option');
  await expect(options.first()).toContainText('first');
  await expect(chosen).toHaveText('Traces');
  const shown = await options.count();
  await trace('second');
  await expect(row('second')).toBeVisible();
  await expect(options).toHaveCount(shown);
  await expect(options.first()).toContainText('first');
});

test('of traces without AI it offers none unasked, as their list does, and tells those that it finds apart', async ({
  page,
  collector,
  send,
}) => {
  await send(chatTrace({ name: 'book-flight', question: 'q', answer: 'a' }));
  await send(plainTrace('GET /flight'));
  // No observation, and in the list all the same: a framework wrote it.
  const [start, end] = [Date.now(), Date.now()];
  const step = { traceId: newId(16), spanId: newId(8), name: 'plan-flight', start, end };
  await send({ resource: RESOURCE, scope: { name: 'pydantic-ai' }, spans: [step] });
  await page.goto(`${collector.url}/p/default/sessions`);
  await expect(page.getByText('No sessions yet')).toBeVisible();
  await page.keyboard.press('Control+k');
  const recent = page.getByRole('group', { name: 'Recent traces' }).getByRole('option');
  await expect(recent).toHaveCount(2);
  await expect(recent.filter({ hasText: 'book-flight' })).toHaveCount(1);
  await page.getByRole('combobox', { name: 'Search or jump to an id' }).fill('flight');
  const found = (name: string) => page.getByRole('group', { name, exact: true }).getByRole('option');
  await expect(found('Traces without AI')).toHaveCount(1);
  await expect(found('Traces without AI')).toContainText('GET /flight');
  await expect(found('Traces')).toHaveCount(2);
});

test('the slowest and the dearest spans of a trace are listed in their order, whatever time the list had', async ({
  page,
  collector,
  send,
}) => {
  const { request, traceId } = tripTrace();
  await send(request);
  await send(chatTrace({ question: 'Of another?', answer: 'Yes.' }));
  const rows = page.getByRole('grid', { name: 'Spans' }).getByRole('row');
  for (const [which, first, last] of [
    ['slowest', '9.00 s', '1.30 s'],
    ['dearest', '$0.0055', ''],
  ] as const) {
    await page.goto(`${collector.url}/p/default/traces/${traceId}?to_timestamp=2020-02-14T09:12:00.000Z`);
    await expect(page.getByRole('heading', { level: 1, name: 'plan-trip' })).toBeVisible();
    await page.keyboard.press('Control+k');
    await page.keyboard.type(which);
    await page.keyboard.press('Enter');
    await expect(rows).toHaveCount(6);
    await expect(rows.nth(1)).toContainText(first);
    await expect(rows.nth(5)).toContainText(last);
  }
  // Elsewhere there is none whose they were.
  await page.keyboard.press('Control+k');
  await page.keyboard.type('dearest');
  await expect(page.getByRole('option', { name: /^List the/ })).toHaveCount(0);
});
