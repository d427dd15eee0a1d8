import type { Page } from 'playwright/test';
import { axeFindings } from './axe-findings.ts';
import { expect, test } from './fixtures.ts';
import { messagesTrace } from './sample-cases.ts';
import { logRequest, metricRequest } from './sample-signals.ts';
import { chatTrace, plainTrace, tripTrace } from './sample-traces.ts';

interface Screen {
  readonly name: string;
  readonly path: (traceId: string) => string;
  /** Waits until the screen shows what it is about. */
  readonly isReady: (page: Page) => Promise<void>;
}

const FILTERS = encodeURIComponent(JSON.stringify([{ key: 'model', op: 'eq', value: 'gpt-4o' }]));
const LONG_AGO = 'to_timestamp=2001-01-01T00:00:00Z';

const CHAT_ID = 'c'.repeat(32);

/** Tall, since axe takes what is scrolled out of sight for hidden, and looks at no colours there. */
const HEIGHT = 2000;

const shows = (text: string) => (page: Page) => expect(page.getByText(text).first()).toBeVisible();

const SCREENS: readonly Screen[] = [
  { name: 'traces', path: () => '/p/default/traces', isReady: shows('plan-trip') },
  { name: 'all-traces', path: () => '/p/default/traces?include_nongenai=true', isReady: shows('GET /cart') },
  { name: 'no-match', path: () => '/p/default/traces?model=none', isReady: shows('No trace matches') },
  {
    name: 'trace-panel',
    path: (id) => `/p/default/traces?open=${id}`,
    isReady: shows('The hotel search timed out'),
  },
  {
    name: 'filtered',
    path: () => `/p/default/traces?range=24h&filters=${FILTERS}`,
    isReady: shows('Model is gpt-4o'),
  },
  { name: 'nothing-in-range', path: () => `/p/default/traces?${LONG_AGO}`, isReady: shows('outside it') },
  { name: 'spans', path: () => '/p/default/spans', isReady: shows('search_hotels') },
  { name: 'logs', path: () => '/p/default/logs', isReady: shows('payment provider slow') },
  { name: 'metrics', path: () => '/p/default/metrics', isReady: shows('queue.depth') },
  {
    name: 'metric-series',
    path: () => '/p/default/metrics?open=queue.depth',
    isReady: shows('4 points'),
  },
  {
    name: 'histogram',
    path: () => '/p/default/metrics?open=request.duration',
    isReady: shows('Distribution at the last point'),
  },
  { name: 'no-page', path: () => '/p/default/no/page', isReady: shows('There is no such page') },
  { name: 'empty', path: () => '/p/empty/traces', isReady: shows('No traces yet') },
  { name: 'trace', path: (id) => `/p/default/traces/${id}`, isReady: shows('The hotel search timed out') },
  {
    name: 'trace-span',
    path: (id) => `/p/default/traces/${id}?tab=span`,
    isReady: shows('Span id'),
  },
  {
    name: 'trace-attributes',
    path: (id) => `/p/default/traces/${id}?tab=attributes`,
    isReady: shows('gen_ai.operation.name'),
  },
  { name: 'trace-events', path: (id) => `/p/default/traces/${id}?tab=events`, isReady: shows('No events') },
  {
    name: 'trace-graph',
    path: (id) => `/p/default/traces/${id}?view=graph&path=true`,
    isReady: shows('×2'),
  },
  {
    name: 'trace-found',
    path: (id) => `/p/default/traces/${id}?find=search_&path=true`,
    isReady: async (page) => {
      await shows('1 of 2')(page);
      await page.getByRole('treegrid').press('w');
      await expect(page.getByRole('button', { name: 'Whole time' })).toBeVisible();
    },
  },
  {
    name: 'trace-counted',
    path: (id) => `/p/default/traces/${id}`,
    isReady: async (page) => {
      await page.getByRole('button', { name: '2,580' }).click();
      await expect(page.getByRole('table', { name: /Counted/ })).toBeVisible();
    },
  },
  { name: 'trace-links', path: (id) => `/p/default/traces/${id}?tab=links`, isReady: shows('No links') },
  {
    name: 'trace-resource',
    path: (id) => `/p/default/traces/${id}?tab=resource`,
    isReady: shows('service.name'),
  },
  {
    name: 'trace-messages',
    path: (id) => `/p/default/traces/${id}?tab=messages`,
    isReady: shows('carries no prompt'),
  },
  { name: 'trace-raw', path: (id) => `/p/default/traces/${id}?tab=raw`, isReady: shows('OTLP JSON') },
  { name: 'sessions', path: () => '/p/default/sessions', isReady: shows('trip-1') },
  {
    name: 'session-panel',
    path: () => '/p/default/sessions?open=trip-1',
    isReady: shows('The hotel search timed out'),
  },
  { name: 'session', path: () => '/p/default/sessions/trip-1', isReady: shows('The hotel search timed out') },
  { name: 'dashboard', path: () => '/p/default/dashboard', isReady: shows('Most expensive traces') },
  {
    name: 'dashboard-tables',
    path: () => '/p/default/dashboard?by=tool',
    isReady: async (page) => {
      await page.getByRole('button', { name: 'Calls as a table', exact: true }).click();
      await expect(page.getByRole('table', { name: 'Figures by tool' })).toBeVisible();
    },
  },
  { name: 'compare-empty', path: () => '/p/default/compare', isReady: shows('Choose two traces') },
  ...(['conversation', 'spans', 'differences'] as const).map((part) => ({
    name: `compare-${part}`,
    path: (id: string) => `/p/default/compare?a=${id}&b=${CHAT_ID}&show=${part}`,
    isReady: shows({ conversation: 'Not in B', spans: 'only in B', differences: 'Made of' }[part]),
  })),
  { name: 'set-up', path: () => '/p/default/set-up', isReady: shows('AI traces arrived') },
  {
    name: 'set-up-framework',
    path: () => '/p/default/set-up?framework=codex',
    isReady: shows('log_user_prompt'),
  },
  { name: 'assistants', path: () => '/p/default/set-up?show=assistants', isReady: shows('claude mcp add') },
  { name: 'doctor', path: () => '/p/default/set-up?show=doctor', isReady: shows('taken as they came') },
  { name: 'live', path: () => '/p/default/live', isReady: shows('What is the capital') },
  {
    name: 'live-panel',
    path: (id) => `/p/default/live?open=${id}`,
    isReady: shows('The hotel search timed out, so I picked Nazuna'),
  },
  { name: 'live-empty', path: () => '/p/empty/live', isReady: shows('Waiting for the first span') },
  ...['appearance', 'network', 'access', 'data', 'retention', 'pricing', 'redaction', 'search', 'limits'].map(
    (group): Screen => ({
      name: `settings-${group}`,
      path: () => `/p/default/settings?group=${group}`,
      isReady: async (page) => {
        const settings = page.getByRole('region', { name: 'Settings', exact: true });
        await expect(settings.getByRole('group').first()).toBeVisible();
      },
    }),
  ),
];

for (const theme of ['light', 'dark'] as const) {
  test(`no screen has an accessibility finding, ${theme}`, async ({
    page,
    collector,
    send,
    post,
  }, testInfo) => {
    // All screens one after another, each looked through by axe.
    test.setTimeout(SCREENS.length * 20_000);
    const { traceId, request } = tripTrace();
    await send(request);
    await send(chatTrace({ question: 'What is the capital of France?', answer: 'Paris.', traceId: CHAT_ID }));
    await send(plainTrace('GET /cart'));
    await post('logs', logRequest(traceId));
    await post('metrics', metricRequest());
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width: 1440, height: HEIGHT });
    for (const { name, path, isReady } of SCREENS) {
      await test.step(name, async () => {
        await page.goto(collector.url + path(traceId));
        await isReady(page);
        await page.screenshot({ path: testInfo.outputPath(`${name}-${theme}.png`) });
        expect.soft(await axeFindings(page), `${name} in ${theme}`).toEqual([]);
      });
    }
  });
}

test('a narrow window, where the sidebar is icons alone, has no accessibility finding', async ({
  page,
  collector,
  send,
}, testInfo) => {
  test.slow();
  const { traceId, request } = tripTrace();
  await send(request);
  await page.setViewportSize({ width: 900, height: HEIGHT });
  const narrow = new Set([
    'traces',
    'trace-panel',
    'trace',
    'trace-span',
    'spans',
    'live-empty',
    'settings-network',
  ]);
  for (const { name, path, isReady } of SCREENS.filter((screen) => narrow.has(screen.name))) {
    await page.goto(collector.url + path(traceId));
    await isReady(page);
    await page.screenshot({ path: testInfo.outputPath(`narrow-${name}.png`) });
    expect.soft(await axeFindings(page), name).toEqual([]);
    // What is scrolled must be so by keys as well.
    await page.setViewportSize({ width: 900, height: 500 });
    expect.soft(await axeFindings(page, { rule: 'scrollable-region-focusable' }), name).toEqual([]);
    await page.setViewportSize({ width: 900, height: HEIGHT });
  }
  // What is seen of the switcher is part of its name.
  await expect(page.getByRole('button', { name: /^de ?Project ?default ?Switch project$/i })).toBeVisible();
});

test('an answer of reasoning and a tool call alone, and the list of shortcuts, have no finding', async ({
  page,
  collector,
  send,
}) => {
  const answer = {
    role: 'assistant',
    parts: [
      { type: 'reasoning', content: 'The weather decides. '.repeat(10) },
      { type: 'tool_call', id: 'call_1', name: 'get_weather', arguments: { city: 'Kyoto' } },
    ],
    finish_reason: 'tool_calls',
  };
  const { traceId, request } = messagesTrace([], [answer]);
  await send(request);
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`${collector.url}/p/default/traces/${traceId}`);
    const conversation = page.getByRole('region', { name: 'Conversation' });
    await expect(conversation.getByRole('button', { name: /^Reasoning/ })).toBeVisible();
    // What is chosen offers more to press.
    await conversation.getByRole('article', { name: 'Assistant' }).press('Enter');
    await expect(conversation.getByRole('button', { name: 'Why here?' }).first()).toBeVisible();
    expect(await axeFindings(page), `at ${width}`).toEqual([]);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
});

test('a table that has no room in an answer is scrolled by keys', async ({ page, collector, send }) => {
  const cells = '| a | b |\n|---|---|\n| `' + 'no_end_'.repeat(100) + '` | 2 |';
  const answer = { role: 'assistant', parts: [{ type: 'text', content: cells }], finish_reason: 'stop' };
  const { traceId, request } = messagesTrace([], [answer]);
  await send(request);
  await page.goto(`${collector.url}/p/default/traces/${traceId}`);
  const table = page.getByRole('region', { name: 'Conversation' }).locator('table');
  await table.press('ArrowRight');
  await expect.poll(() => table.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0);
  expect(await axeFindings(page)).toEqual([]);
});

test('the screens hold together from 900 to 2560 pixels', async ({ page, collector, send }, testInfo) => {
  const { traceId, request } = tripTrace();
  test.slow();
  await send(request);
  const paths = [
    '/p/default/traces',
    `/p/default/traces?open=${traceId}`,
    '/p/default/spans',
    '/p/default/live',
    `/p/default/live?open=${traceId}`,
    `/p/default/traces/${traceId}`,
    '/p/default/sessions/trip-1',
  ];
  for (const width of [900, 1280, 2560]) {
    await page.setViewportSize({ width, height: 900 });
    for (const path of paths) {
      await page.goto(collector.url + path);
      await expect(page.getByText('plan-trip').first()).toBeVisible();
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow, `${path} at ${width}`).toBeLessThanOrEqual(0);
      for (const conversation of await page.getByRole('region', { name: 'Conversation' }).all()) {
        await expect(conversation).toContainText('Stay three nights');
        const sideways = await conversation.evaluate((element) => element.scrollWidth - element.clientWidth);
        expect(sideways, `conversation of ${path} at ${width}`).toBeLessThanOrEqual(0);
      }
      const bar = page.getByRole('banner').or(page.locator('main header')).first();
      expect((await bar.boundingBox())?.height, `header of ${path} at ${width}`).toBe(44);
      await page.screenshot({ path: testInfo.outputPath(`${paths.indexOf(path)}-${width}.png`) });
    }
  }
});
