import type { Page } from 'playwright/test';
import { expect, openTab, SPAN_TABS, test } from './fixtures.ts';
import { odd, oddSignals } from './sample-odd.ts';
import { json } from './sample-traces.ts';

const SHOWN = '⟨U+202E⟩gpj';

/** What opens beside a list, by what it shows. */
const PANEL = /^(?:Trace|Span|Session|Log record|Metric)$/;

/** Nothing of a page that is read, or read out, holds such a character as it came. */
async function expectNoneRaw(page: Page, where: string): Promise<void> {
  const raw = await page.evaluate(() => {
    const found: string[] = [];
    const look = (what: string, value: string | null): void => {
      if (value !== null && /[\u202e\u202c\u200b]/u.test(value))
        found.push(`${what}: ${JSON.stringify(value).slice(0, 80)}`);
    };
    look('title of the page', document.title);
    for (const element of document.querySelectorAll('body, body *')) {
      const name = `${element.tagName.toLowerCase()} in ${element.closest('[aria-label]')?.getAttribute('aria-label') ?? ''}`;
      for (const attribute of ['title', 'aria-label', 'aria-description', 'alt', 'placeholder'])
        look(`${attribute} of ${name}`, element.getAttribute(attribute));
      for (const node of element.childNodes)
        if (node.nodeType === Node.TEXT_NODE) look(`text of ${name}`, node.nodeValue);
    }
    return found;
  });
  expect.soft(raw, where).toEqual([]);
}

/** Opens all that is folded in the page. */
async function unfold(page: Page): Promise<void> {
  for (let round = 0; round < 4; round++) {
    const opened = await page.evaluate(() => {
      const folded = document.querySelectorAll<HTMLElement>(
        'main button[aria-expanded=false]:not([aria-haspopup])',
      );
      for (const element of folded) element.click();
      return folded.length;
    });
    if (opened === 0) return;
  }
}

test('what is invisible is made visible in every list, beside it and in its figures', async ({
  page,
  collector,
  post,
}) => {
  const { spans, logs, metrics } = oddSignals();
  await post('traces', spans);
  await post('logs', logs);
  await post('metrics', metrics);
  for (const list of ['traces', 'spans', 'sessions', 'logs', 'metrics']) {
    await page.goto(`${collector.url}/p/default/${list}`);
    await page.getByRole('row', { name: 'gpj' }).last().click();
    await expect(page.getByRole('region', { name: PANEL }).getByText(SHOWN).first()).toBeVisible();
    await unfold(page);
    await expectNoneRaw(page, list);
  }
  const filters = encodeURIComponent(json([{ key: odd('attribute'), op: 'eq', value: odd('value') }]));
  await page.goto(`${collector.url}/p/default/traces?filters=${filters}`);
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('combobox', { name: 'Filter by' }).fill('gpj');
  await expect(page.getByRole('option').getByText(SHOWN).first()).toBeVisible();
  await expectNoneRaw(page, 'a filtered list and the menu of filters');
  await page.goto(`${collector.url}/p/default/logs?service=${encodeURIComponent(odd('service'))}`);
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await expect(page.getByRole('option').getByText(SHOWN).first()).toBeVisible();
  await expectNoneRaw(page, 'filtered logs and the menu of their filters');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('session');
  await expect(page.getByRole('option', { name: /^session/ }).getByText(SHOWN)).toBeVisible();
  await expectNoneRaw(page, 'the palette');
  for (const by of ['model', 'agent', 'tool', 'provider', 'environment', 'user']) {
    await page.goto(`${collector.url}/p/default/dashboard?by=${by}`);
    await expect(page.getByRole('region', { name: 'Breakdown' }).getByText(SHOWN).first()).toBeVisible();
    await expectNoneRaw(page, `figures by ${by}`);
  }
});

test('what is invisible is made visible in a session, in what runs and in a comparison', async ({
  page,
  collector,
  post,
}) => {
  const [one, other] = [oddSignals(), oddSignals()];
  await post('traces', one.spans);
  await post('traces', other.spans);
  const compared = `compare?a=${one.traceId}&b=${other.traceId}`;
  for (const screen of [
    'live',
    `sessions/${encodeURIComponent(odd('session'))}`,
    compared,
    `${compared}&show=spans`,
    `${compared}&show=differences`,
  ]) {
    await page.goto(`${collector.url}/p/default/${screen}`);
    await expect(page.locator('main').getByText(SHOWN).first()).toBeVisible();
    await unfold(page);
    await expectNoneRaw(page, screen);
  }
});

test('what is invisible is made visible in a trace and on every page of a span', async ({
  page,
  collector,
  post,
}) => {
  const { traceId, spans, logs } = oddSignals();
  await post('traces', spans);
  await post('logs', logs);
  const trace = `${collector.url}/p/default/traces/${traceId}`;
  await page.goto(`${trace}?view=graph`);
  await expect(page.getByLabel('Graph').getByText(SHOWN).first()).toBeVisible();
  await expectNoneRaw(page, 'the graph');
  await page.goto(trace);
  await page.getByRole('row', { name: /root⟨/ }).click();
  await expect(page.getByText('carries no message')).toBeVisible();
  await expectNoneRaw(page, 'a span without messages');
  await page.getByRole('row', { name: /call⟨/ }).click();
  for (const tab of SPAN_TABS) {
    await openTab(page, tab);
    await expect(page.getByRole('tabpanel').last().getByText(SHOWN).first()).toBeVisible();
    await unfold(page);
    await expectNoneRaw(page, tab);
  }
  await openTab(page, 'Attributes');
  await page.getByRole('button', { name: /^attribute⟨/ }).click();
  await expect(page.getByRole('menu').getByText(SHOWN).first()).toBeVisible();
  await expectNoneRaw(page, 'the menu of an attribute');
});
