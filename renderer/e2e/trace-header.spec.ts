import type { Download, Page } from 'playwright/test';
import { expect, openTab, test, textOf } from './fixtures.ts';
import { expectWhole, NARROW } from './places.ts';
import { messagesTrace, teamTrace } from './sample-cases.ts';
import { chatTrace, newId, tripTrace } from './sample-traces.ts';

test('tokens and cost open how they were counted, span by span', async ({ page, collector, send }) => {
  const { traceId, request } = teamTrace();
  await send(request);
  await page.goto(`${collector.url}/p/default/traces/${traceId}`);
  await page.getByRole('region', { name: 'Summary' }).getByRole('button', { name: '1,250' }).click();
  const dialog = page.getByRole('dialog', { name: 'How it was counted' });
  const counted = dialog.getByRole('table', { name: /Counted/ });
  await expect(counted.getByRole('row')).toHaveCount(4);
  await expect(counted.getByRole('row').nth(1)).toContainText('1,000 (600 from cache)');
  await expect(counted.getByRole('row').nth(1)).toContainText('openai · gpt-4o');
  await expect(counted.getByRole('row').nth(1)).toContainText('input $2.50, from cache $1.25, output $10.00');
  await expect(counted.getByRole('row', { name: /Sum/ })).toContainText('1,250');
  const leftOut = dialog.getByRole('table', { name: /Left out/ });
  await expect(leftOut.getByRole('row').nth(1)).toContainText('It repeats what model calls below it report.');

  await leftOut.getByRole('button').click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('row', { selected: true })).toContainText('team');
  await openTab(page, 'Overview');
  await expect(page.getByRole('region', { name: 'How it was counted' })).toContainText('Left out');
});

test('of many calls it opens with those that are seen, then has more, and sums up all of them', async ({
  page,
  collector,
  send,
}) => {
  await page.addInitScript(() => {
    const count = ({ target }: Event): void => {
      if (target instanceof HTMLDialogElement)
        target.dataset['rows'] = String(target.querySelectorAll('tr').length);
    };
    addEventListener('beforetoggle', count, { capture: true });
  });
  const traceId = newId(16);
  const chats = Array.from({ length: 250 }, () => chatTrace({ traceId, question: 'q', answer: 'a' }));
  await send({ ...chats[0]!, spans: chats.flatMap(({ spans }) => spans) });
  await page.goto(`${collector.url}/p/default/traces/${traceId}`);
  const cost = page.getByRole('region', { name: 'Summary' }).getByRole('button', { name: /^\$/ });
  const dialog = page.getByRole('dialog', { name: 'How it was counted' });
  const counted = dialog.getByRole('table', { name: /Counted/ });
  await cost.click();
  await expect(counted.getByRole('row')).toHaveCount(102);
  // Now that it is read, the dialog opens with it.
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await cost.click();
  await expect(counted.getByRole('row')).toHaveCount(102);
  // With their head and their sum.
  await expect(dialog).toHaveAttribute('data-rows', '22');
  await expect(counted.getByRole('row', { name: /Sum/ })).toContainText('250 calls');
  await dialog.getByRole('button', { name: 'Show more (150 left)' }).click();
  await expect(counted.getByRole('row')).toHaveCount(252);
});

test('a cost that is not known says why, and one that is not all of it that it is the least', async ({
  page,
  collector,
  send,
}) => {
  const open = async (...models: string[]): Promise<void> => {
    const traceId = newId(16);
    const chats = models.map((model) => chatTrace({ traceId, model, question: 'q', answer: model }));
    await send({ ...chats[0]!, spans: chats.flatMap(({ spans }) => spans) });
    await page.goto(`${collector.url}/p/default/traces/${traceId}`);
  };
  const summary = page.getByRole('region', { name: 'Summary' });
  const dialog = page.getByRole('dialog', { name: 'How it was counted' });
  await open('my-private-model');
  await summary.getByRole('button', { name: 'Cost not known: how it was counted' }).click();
  await expect(dialog.getByRole('row', { name: /my-private-model/ })).toContainText(
    '–no price for this model',
  );
  await expect(dialog.getByRole('row', { name: /Sum/ })).toContainText('–1 call, 1 without a price');

  await open('gpt-4o', 'my-private-model');
  await summary.getByRole('button', { name: /^≥ \$0\.00\d+$/ }).click();
  await expect(dialog.getByRole('row', { name: /Sum/ })).toContainText(
    /≥ \$0\.00\d+2 calls, 1 without a price/,
  );

  await open('gpt-4o', 'gpt-4o-mini');
  await expect(summary.getByRole('button', { name: /^\$0\.00\d+$/ })).toBeVisible();
  await expect(summary).not.toContainText('≥');

  // Wherever else it is told.
  await page.goto(`${collector.url}/p/default/traces`);
  const costs = page.getByRole('gridcell', { name: /^(≥ )?\$0\.00\d+$/ });
  await expect(costs).toHaveText([/^\$/, /^≥ \$/]);
  await page.goto(`${collector.url}/p/default/dashboard`);
  await expect(page.getByText('2 calls without a price')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Cost in all' })).toHaveText(/^US dollars ≥ \$0\.00\d+$/);
  await page.getByRole('button', { name: 'Cost as a table' }).click();
  await expect(
    page.getByRole('region', { name: 'Cost as a table' }).getByRole('cell', { name: /^≥ \$0\.00\d+$/ }),
  ).toBeVisible();
});

async function save(page: Page, item: string): Promise<Download> {
  await page.getByRole('button', { name: 'Export' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: item }).click();
  return download;
}

test('a trace is saved as OTLP JSON that can be sent again', async ({ page, collector, openTrip }) => {
  const { traceId } = await openTrip();
  const download = await save(page, 'Trace as OTLP JSON');
  expect(download.suggestedFilename()).toBe(`plan-trip-${traceId.slice(0, 8)}.otlp.json`);

  const answer = await fetch(`${collector.url}/otel/copy/v1/traces`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: await textOf(download),
  });
  expect(answer.status).toBe(200);
  const rawSpans = async (project: string): Promise<unknown> => {
    const path = `/api/v1/project/${project}/otel/traces/${traceId}?include_raw_span=true`;
    const { spans } = (await (await fetch(collector.url + path)).json()) as {
      spans: { raw_span: unknown }[];
    };
    return spans.map((span) => span.raw_span);
  };
  expect(await rawSpans('copy')).toEqual(await rawSpans('default'));
});

test('a large trace is saved in lines, each of which can be sent again', async ({
  page,
  collector,
  send,
}) => {
  const { traceId, request } = messagesTrace([], [], {
    name: 'large',
    attributes: { long: 'x'.repeat(5e6) },
  });
  const [span] = request.spans;
  await send({ ...request, spans: [span!, { ...span!, spanId: newId(8) }] });
  await page.goto(`${collector.url}/p/default/traces/${traceId}`);
  const download = await save(page, 'Trace as OTLP JSON');
  expect(download.suggestedFilename()).toBe(`large-${traceId.slice(0, 8)}.otlp.jsonl`);
  const answer = await fetch(`${collector.url}/api/v1/project/copy/otel/import`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: await textOf(download),
  });
  expect(await answer.json()).toMatchObject({ requests: 2, items: 2, bad: 0 });
});

test('a conversation is saved as Markdown and as JSON', async ({ page, openTrip }) => {
  await openTrip();
  const markdown = await textOf(await save(page, 'Conversation as Markdown'));
  expect(markdown).toMatch(/^## user · \S+\n\nPlan five days in Kyoto\.$/m);
  expect(markdown).toContain('**Tool call** `search_flights`');
  const parsed: unknown = JSON.parse(await textOf(await save(page, 'Conversation as JSON')));
  expect(parsed).toMatchObject({ meta: { total_messages: expect.any(Number) } });
});

test('an export that is cancelled saves nothing, and one in another’s place is told to its own end', async ({
  page,
  openTrip,
}) => {
  await openTrip();
  const saved: string[] = [];
  page.on('download', (download) => saved.push(download.suggestedFilename()));
  const held: (() => void)[] = [];
  for (const path of ['**/messages', '**/spans?*'])
    await page.route(path, async (route) => {
      await new Promise<void>((resolve) => void held.push(resolve));
      await route.continue().catch(() => {});
    });
  const begin = async (item: string): Promise<void> => {
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  const state = page.getByRole('status').filter({ hasText: 'Exporting…' });

  await begin('Conversation as JSON');
  await page.getByRole('button', { name: 'Cancel the export' }).click();
  await expect(state).toHaveCount(0);

  await begin('Trace as OTLP JSON');
  await expect.poll(() => held.length).toBe(2);
  await begin('Conversation as Markdown');
  // What the first of the two ends with comes before anything that is asked after it.
  await page.evaluate(() => new Promise((resolve) => void setTimeout(resolve)));
  await expect(state).toBeVisible();
  while (held.length > 0) held.pop()!();
  await expect.poll(() => saved).toEqual([expect.stringMatching(/\.md$/)]);
  await expect(state).toHaveCount(0);
});

test('link, id and request go to the clipboard', async ({ page, context, collector, send }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { traceId, request } = tripTrace();
  await send(request);
  await page.goto(`${collector.url}/p/default/traces/${traceId}?tab=span`);
  const copied = async (item: string): Promise<string> => {
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: item }).click();
    await expect(page.getByRole('menuitem', { name: 'Copied' })).toBeVisible();
    await expect(page.getByRole('menu')).toHaveCount(0);
    return page.evaluate(() => navigator.clipboard.readText());
  };
  expect(await copied('Copy link')).toBe(`${collector.url}/p/default/traces/${traceId}?tab=span`);
  expect(await copied('Copy trace id')).toBe(traceId);
  expect(await copied('Copy as curl')).toBe(
    `curl -s '${collector.url}/api/v1/project/default/otel/traces/${traceId}'`,
  );
});

test('a long model leaves the name of its call whole where calls are counted', async ({
  page,
  collector,
  send,
}) => {
  const model = 'eu.anthropic.claude-sonnet-4-20250514-v1:0-with-a-profile-of-ours';
  const chat = chatTrace({ model, question: 'q', answer: 'a' });
  const spans = chat.spans.map((span) => ({ ...span, name: 'plan the next steps' }));
  await send({ ...chat, spans });
  await page.goto(`${collector.url}/p/default/traces/${spans[0]!.traceId}`);
  await page.getByRole('region', { name: 'Summary' }).getByRole('button', { name: '150' }).click();
  const name = page.getByRole('table', { name: /Counted/ }).getByText('plan the next steps', { exact: true });
  await expect(name).toBeVisible();
  expect(await name.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
});

test('a narrow window shows all numbers of how tokens and cost were counted', async ({
  page,
  collector,
  send,
}) => {
  await page.setViewportSize(NARROW);
  const model = 'claude-sonnet-4-5';
  const traceId = newId(16);
  await send(chatTrace({ question: 'q', answer: 'a', model, inputTokens: 37_200, traceId }));
  await page.goto(`${collector.url}/p/default/traces/${traceId}`);
  await page.getByRole('region', { name: 'Summary' }).getByRole('button', { name: '37,230' }).click();
  const table = page.getByRole('table', { name: /Counted/ });
  await expectWhole(page, table.getByRole('columnheader', { name: 'Cost' }));
  await expectWhole(page, table.getByRole('cell', { name: /^\$0\.11/ }).first());
  // What it comes of is below, not beyond the edge.
  await expectWhole(page, table.getByText('input $3.00, from cache $0.30, to cache $3.75, output $15.00'));
  const region = page.getByRole('region', { name: 'Counting' });
  expect(await region.evaluate((pane) => pane.scrollWidth - pane.clientWidth)).toBe(0);
});

test('the user of a trace, a session and a span leads to their traces', async ({ page, collector, send }) => {
  const { request, traceId } = tripTrace();
  const [first, ...others] = request.spans;
  const attributes = { ...first!.attributes, 'user.id': 'anna@example.com' };
  await send({ ...request, spans: [{ ...first!, attributes }, ...others] });
  await send(chatTrace({ question: 'Of another?', answer: 'Yes.' }));
  const user = page.getByRole('link', { name: 'anna@example.com' });
  for (const path of [`traces/${traceId}`, 'sessions/trip-1', `traces/${traceId}?tab=span`]) {
    await page.goto(`${collector.url}/p/default/${path}`);
    await user.last().click();
    await expect(page.getByRole('button', { name: 'User is anna@example.com', exact: true })).toBeVisible();
    await expect(page.getByRole('grid', { name: 'Traces' }).getByRole('row')).toHaveCount(2);
  }
});
