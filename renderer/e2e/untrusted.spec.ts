import { expect, openTab, test } from './fixtures.ts';
import { messagesTrace } from './sample-cases.ts';
import { chatTrace } from './sample-traces.ts';

const HOSTILE = [
  '# Title',
  '<script>window.hacked = true</script>',
  '<img src=x onerror="window.hacked = true">',
  '[run](javascript:window.hacked=true) and [fine](https://example.com/x)',
  '![remote](https://tracker.example/pixel.png)',
].join('\n\n');

test('nothing in a message runs, loads or leads anywhere but to http', async ({ page, collector, send }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await send(chatTrace({ name: '<b>bold</b>', question: '<i>hi</i>', answer: HOSTILE }));
  await page.goto(collector.url);
  await page.getByRole('row', { name: /<b>bold<\/b>/ }).click();
  const conversation = page.getByRole('region', { name: 'Conversation' });
  await expect(conversation.getByRole('heading', { name: 'Title' })).toBeVisible();
  await expect(conversation.getByText('<i>hi</i>')).toBeVisible();

  const link = conversation.getByRole('link', { name: 'fine' });
  await expect(link).toHaveAttribute('target', '_blank');
  await expect(link).toHaveAttribute('rel', /noreferrer/);
  await expect(conversation.getByRole('link', { name: 'run', exact: true })).toHaveCount(0);
  await expect(conversation.getByRole('img')).toHaveCount(0);
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
  expect(asked.filter((url) => !url.startsWith(collector.url))).toEqual([]);
});

test('a message of 5 MB shows at once, cut, and can be shown whole', async ({ page, collector, send }) => {
  const long = `start ${'word '.repeat(1_000_000)}end-of-text`;
  await send(chatTrace({ question: 'Say much.', answer: long }));
  await page.goto(collector.url);
  await page.getByRole('row', { name: /answer-question/ }).click();
  const answer = page.getByRole('article', { name: 'Assistant' });
  await expect(answer).toContainText('start word');
  await expect(answer).not.toContainText('end-of-text');
  await answer.getByRole('button', { name: /Show all/ }).click();
  await expect(answer).toContainText('end-of-text');
});

test('what is invisible or turns the writing is made visible', async ({ page, collector, send }) => {
  const { traceId, request } = messagesTrace(
    [{ role: 'user', parts: [{ type: 'text', content: 'open invoice\u202excod.exe\u001b[31m now' }] }],
    [{ role: 'assistant', parts: [{ type: 'text', content: '**done**\u200b' }], finish_reason: 'stop' }],
    { name: 'run\u202egpj.exe', attributes: { 'note\u2066': 'a\u0007b' } },
  );
  await send(request);
  await page.goto(`${collector.url}/p/default/traces/${traceId}?tab=attributes`);
  await expect(page.getByRole('treegrid')).toContainText('run⟨U+202E⟩gpj.exe');
  await expect(page.getByRole('row', { name: /note/ })).toContainText('note⟨U+2066⟩');
  await expect(page.getByRole('row', { name: /note/ })).toContainText('a␇b');
  await openTab(page, 'Conversation');
  const conversation = page.getByRole('region', { name: 'Conversation' });
  await expect(conversation).toContainText('invoice⟨U+202E⟩xcod.exe␛[31m now');
  await expect(conversation).toContainText('done⟨U+200B⟩');
  const hidden = await page.evaluate(() =>
    Array.from(document.body.innerText, (character) => character.codePointAt(0) ?? 0).some(
      (code) =>
        (code < 32 && ![9, 10, 13].includes(code)) ||
        (code >= 0x202a && code <= 0x202e) ||
        (code >= 0x2066 && code <= 0x2069),
    ),
  );
  expect(hidden).toBe(false);
});

test('what is invisible in names and ids is made visible on every screen', async ({
  page,
  collector,
  send,
}) => {
  const odd = 'ann\u202egpj.exe';
  const { traceId, request } = messagesTrace(
    [{ role: 'user', parts: [{ type: 'text', content: 'hello' }] }],
    [{ role: 'assistant', parts: [{ type: 'text', content: 'fine' }], finish_reason: 'stop' }],
    {
      name: odd,
      attributes: {
        'gen_ai.agent.name': odd,
        'gen_ai.request.model': odd,
        'gen_ai.response.model': odd,
        'gen_ai.conversation.id': odd,
        'user.id': odd,
      },
    },
  );
  await send({ ...request, resource: { 'service.name': odd, 'deployment.environment.name': odd } });
  await send(chatTrace({ name: ' \t', question: 'who?', answer: 'nobody' }));
  const session = `sessions/${encodeURIComponent(odd)}`;
  for (const screen of ['traces', `traces/${traceId}`, 'spans', 'sessions', session, 'live', 'dashboard']) {
    await page.goto(`${collector.url}/p/default/${screen}`);
    await expect(page.getByText('ann⟨U+202E⟩gpj.exe').first()).toBeVisible();
    expect(await page.evaluate(() => document.body.innerText.includes('\u202e')), screen).toBe(false);
  }
  // What nobody could see is nothing to press either.
  await page.goto(`${collector.url}/p/default/traces`);
  await expect(
    page.getByRole('link', { name: '(no name)' }).or(page.getByText('(no name)')).first(),
  ).toBeVisible();
});

test('hostile names, images, links and values stay text on every page of a span', async ({
  page,
  collector,
  send,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const script = '<script>window.hacked = true</script>';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="window.hacked = true">${script}</svg>`;
  const { traceId, request } = messagesTrace(
    [
      {
        role: 'user',
        parts: [
          {
            type: 'text',
            content: `${svg}\n\n[a](data:text/html,${script}) [b](vbscript:x) <a href="javascript:x">c</a>`,
          },
          { type: 'uri', modality: 'image', mime_type: null, uri: 'javascript:window.hacked=true' },
          {
            type: 'uri',
            modality: 'image',
            mime_type: 'image/png',
            uri: 'https://tracker.example/pixel.png',
          },
          {
            type: 'blob',
            modality: 'image',
            mime_type: 'image/svg+xml',
            content: Buffer.from(svg).toString('base64'),
          },
          {
            type: 'blob',
            modality: 'document',
            mime_type: 'text/html',
            content: Buffer.from(script).toString('base64'),
          },
        ],
      },
    ],
    [{ role: 'assistant', parts: [{ type: 'text', content: 'ok' }], finish_reason: 'stop' }],
    {
      name: script,
      attributes: { [script]: svg, ['__proto__']: 'a prototype', constructor: 'a constructor' },
    },
  );
  await send({
    ...request,
    spans: request.spans.map((span) => ({
      ...span,
      status: { code: 2, message: svg },
      events: [{ name: 'exception', attributes: { 'exception.type': script, 'exception.stacktrace': svg } }],
    })),
  });
  for (const tab of ['conversation', 'span', 'attributes', 'events', 'raw']) {
    await page.goto(`${collector.url}/p/default/traces/${traceId}?tab=${tab}`);
    await expect(page.getByRole('heading', { level: 1, name: script })).toBeVisible();
    await expect(page.getByRole('tabpanel').last()).toContainText('window.hacked');
    for (const link of await page.getByRole('tabpanel').last().getByRole('link').all()) {
      expect(await link.getAttribute('href')).toMatch(/^(?:https?:\/\/|blob:|\/p\/)/);
    }
    expect(await page.locator('main svg[onload], main script').count()).toBe(0);
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
    if (tab !== 'attributes') continue;
    await expect(page.getByRole('row', { name: /^__proto__/ })).toContainText('a prototype');
    await expect(page.getByRole('row', { name: /^constructor/ })).toContainText('a constructor');
  }
  expect(asked.filter((url) => !/^(?:data|blob):/.test(url) && !url.startsWith(collector.url))).toEqual([]);
});

/** What is sought stands inside of all levels. */
const nested = (levels: number): string => `${'['.repeat(levels)}"a_needle_b"${']'.repeat(levels)}`;

test('JSON of 200 levels is a tree that opens level by level, and down to what is sought', async ({
  page,
  collector,
  send,
}) => {
  const { traceId, request } = messagesTrace(
    [{ role: 'user', parts: [{ type: 'text', content: 'deep' }] }],
    [{ role: 'assistant', parts: [{ type: 'text', content: nested(200) }], finish_reason: 'stop' }],
    { attributes: { deep: nested(200) } },
  );
  await send(request);
  await page.goto(`${collector.url}/p/default/traces/${traceId}?tab=conversation`);
  const answer = page.getByRole('article', { name: 'Assistant' });
  await answer.getByRole('button', { expanded: false }).first().click();
  await expect(answer).not.toContainText('needle');
  await page.goto(`${collector.url}/p/default/traces/${traceId}?tab=conversation&find=needle`);
  await expect(answer).toContainText('a_needle_b');
  await openTab(page, 'Attributes');
  await expect(page.getByRole('row', { name: /^deep/ })).toContainText('[ [ [');
  await openTab(page, 'Raw');
  await expect(page.getByText('OTLP JSON, as it was sent')).toBeVisible();
});

test.describe('JSON that is nested deeper stays text, in which is found what is sought', () => {
  for (const levels of [201, 2900, 5000]) {
    test(`${levels} levels`, async ({ page, collector, send }) => {
      const { traceId, request } = messagesTrace(
        [{ role: 'user', parts: [{ type: 'text', content: 'deep' }] }],
        [{ role: 'assistant', parts: [{ type: 'text', content: nested(levels) }], finish_reason: 'stop' }],
        { attributes: { deep: nested(levels) } },
      );
      await send(request);
      await page.goto(`${collector.url}/p/default/traces/${traceId}?tab=conversation&find=needle`);
      await expect(page.getByRole('article', { name: 'Assistant' })).toContainText('a_needle_b');
      await openTab(page, 'Attributes');
      await expect(page.getByRole('row', { name: /^deep/ })).toContainText('[[[');
      await openTab(page, 'Raw');
      await expect(page.getByText('OTLP JSON, as it was sent')).toBeVisible();
    });
  }
});
