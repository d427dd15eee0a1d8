import { expect, test } from './fixtures.ts';
import { expectWhole, NARROW } from './places.ts';
import { ALL_TOKENS, messagesTrace } from './sample-cases.ts';
import { chatTrace } from './sample-traces.ts';

test('a chart says each of its colours at every width', async ({ page, collector, send }) => {
  const { request } = messagesTrace([], [], { attributes: ALL_TOKENS });
  await send(request);
  for (const width of [NARROW.width, 1100]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`${collector.url}/p/default/dashboard`);
    const card = page.getByRole('region', { name: 'Tokens', exact: true });
    const title = card.getByRole('heading', { name: 'Tokens' });
    await expect(title).toBeVisible();
    expect(await title.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
    const legend = card.getByRole('list', { name: 'Tokens in all' });
    await expect(legend.getByRole('listitem')).toHaveCount(5);
    expect(await legend.evaluate((list) => list.scrollHeight - list.clientHeight)).toBeLessThanOrEqual(0);
  }
});

test('no heading and no number of the breakdown is cut', async ({ page, collector, openTrip }) => {
  await openTrip();
  for (const width of [900, 1100, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`${collector.url}/p/default/dashboard`);
    const table = page.getByRole('table', { name: 'Figures by model' });
    await expect(table.getByRole('columnheader', { name: 'Tokens' })).toBeVisible();
    const cut = await table.evaluate((element) =>
      [...element.querySelectorAll('thead span, td')]
        .filter((one) => one.scrollWidth > one.clientWidth && one.clientWidth > 0)
        .map((one) => one.textContent),
    );
    expect(cut, `at ${width}`).toEqual([]);
  }
});

test('a narrow dashboard tells the whole of its figures, and models and traces apart', async ({
  page,
  collector,
  send,
}) => {
  for (const model of ['gpt-4o', 'gpt-4o-mini'])
    await send(chatTrace({ question: 'Why?', answer: 'So.', model, name: `ask-${model}` }));
  await page.setViewportSize(NARROW);
  await page.goto(`${collector.url}/p/default/dashboard`);
  await expectWhole(page, page.getByText('Latency of model calls').first());
  await expectWhole(page, page.getByText(/^median, 95 % within/).first());
  for (const name of ['gpt-4o-mini', 'ask-gpt-4o-mini']) {
    const link = page.getByRole('link', { name, exact: true }).first();
    await link.scrollIntoViewIfNeeded();
    await expectWhole(page, link);
  }
});

test('one clock that is centuries off leaves the dashboard readable', async ({ page, collector, send }) => {
  await send(chatTrace({ question: 'now', answer: 'yes' }));
  await send(chatTrace({ question: 'then', answer: 'no', startMs: Date.parse('1970-01-01T00:00:01Z') }));
  await page.goto(`${collector.url}/p/default/dashboard`);
  await expect(page.getByRole('region', { name: 'Calls', exact: true })).toBeVisible();
  await expect(page.getByText('The figures could not be loaded')).toBeHidden();
  // Days alone would not tell one year from the next.
  await expect(page.getByRole('region', { name: 'Calls', exact: true })).toContainText(
    /[A-Z][a-z]{2,3} (?:19|20)\d\d/,
  );
});
