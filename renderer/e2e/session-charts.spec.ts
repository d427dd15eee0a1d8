import { expect, test } from './fixtures.ts';
import { chatTrace } from './sample-traces.ts';

test('a session shows how its prompt grows, and folds its traces', async ({ page, collector, send }) => {
  const startMs = Date.now() - 60_000;
  for (const [index, name] of ['turn-one', 'turn-two', 'turn-three'].entries()) {
    await send(
      chatTrace({
        name,
        question: `Question ${index}`,
        answer: `Answer ${index}`,
        sessionId: 'chat-8',
        startMs: startMs + index * 5000,
        inputTokens: 100 * (index + 1),
      }),
    );
  }
  await page.goto(`${collector.url}/p/default/sessions/chat-8`);
  const growth = page.getByRole('region', { name: 'Growth of the prompt' });
  await expect(growth).toContainText('100 → 300 tokens over 3 calls');
  await expect(growth.getByRole('link')).toHaveCount(3);
  const strip = page.getByRole('toolbar', { name: 'Traces over time' });
  await expect(strip.getByRole('button')).toHaveCount(3);
  await strip.getByRole('button', { name: /^turn-three/ }).click();
  const third = page.getByRole('article', { name: 'Trace turn-three' });
  await expect(third.getByRole('button', { name: 'turn-three' })).toBeFocused();

  await page.getByRole('button', { name: 'Fold all traces', exact: true }).click();
  await expect(page.getByText('Answer 1')).toHaveCount(0);
  await strip.getByRole('button', { name: /^turn-two/ }).click();
  await expect(page.getByText('Answer 1')).toBeVisible();
  await expect(page.getByText('Answer 2')).toHaveCount(0);
  await page.getByRole('button', { name: 'Unfold all traces' }).click();
  await expect(page.getByText('Answer 1')).toBeVisible();

  const user = page.getByRole('article', { name: 'Trace turn-two' }).getByRole('article', { name: 'User' });
  await user.getByText('Question 1').click();
  await user.getByRole('button', { name: 'Why here?' }).click();
  await expect(user.getByRole('listitem').first()).toContainText('its copy is shown');

  await growth.getByRole('link', { name: /Call 3/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'turn-three' })).toBeVisible();
});

test('the traces and the calls over a conversation are a stop of the Tab key each, and arrows lead along them', async ({
  page,
  collector,
  send,
}) => {
  const startMs = Date.now() - 60_000;
  for (let turn = 0; turn < 8; turn++) {
    const more = { name: `turn-${turn}`, sessionId: 'chat-keys', startMs: startMs + turn * 5000 };
    await send(chatTrace({ question: `Question ${turn}`, answer: `Answer ${turn}`, ...more }));
  }
  await page.goto(`${collector.url}/p/default/sessions/chat-keys`);
  const marks = page.getByRole('toolbar', { name: 'Traces over time' }).getByRole('button');
  const calls = page.getByRole('toolbar', { name: 'Calls' }).getByRole('link');
  await expect(calls).toHaveCount(8);
  await page.getByRole('region', { name: 'Summary' }).getByRole('button', { name: /^\$/ }).focus();
  await page.keyboard.press('Tab');
  await expect(marks.first()).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(marks.nth(1)).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(calls.first()).toBeFocused();
  await page.keyboard.press('End');
  await expect(calls.last()).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: /^Search inside the session/ })).toBeFocused();
  // Back where each was left.
  await page.keyboard.press('Shift+Tab');
  await expect(calls.last()).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(marks.nth(1)).toBeFocused();
  await page.keyboard.press('Enter');
  const section = page.getByRole('article', { name: 'Trace turn-1' });
  await expect(section.getByRole('button', { name: 'turn-1' })).toBeFocused();
});

test('of a session of many traces those near the window are drawn, and each can be gone to', async ({
  page,
  collector,
  send,
}) => {
  const startMs = Date.now() - 600_000;
  const count = 65;
  for (let turn = 0; turn < count; turn++) {
    const more = { name: `turn-${turn}`, sessionId: 'chat-many', startMs: startMs + turn * 5000 };
    await send(chatTrace({ question: `Question ${turn}`, answer: `Answer ${turn}`, ...more }));
  }
  await page.goto(`${collector.url}/p/default/sessions/chat-many`);
  const heads = page.getByRole('region', { name: 'Conversation' }).locator('article[data-trace]');
  await expect(heads.first()).toBeVisible();
  expect(await heads.count()).toBeLessThan(count);
  const marks = page.getByRole('toolbar', { name: 'Traces over time' }).getByRole('button');
  const last = marks.last();
  const name =
    /first (turn-\d+) /.exec((await last.getAttribute('aria-label')) ?? '')?.[1] ?? `turn-${count - 1}`;
  await last.click();
  const section = page.getByRole('article', { name: `Trace ${name}`, exact: true });
  await expect(section.getByRole('button', { name })).toBeFocused();
  await expect(section).toBeInViewport();
  await expect(section.getByText('Answer')).toBeInViewport();
  await page.getByRole('button', { name: 'Fold all traces', exact: true }).click();
  await expect(page.getByText('Answer')).toHaveCount(0);
});

test('a call that failed is one of those by which the prompt grows', async ({ page, collector, send }) => {
  const startMs = Date.now() - 60_000;
  const turn = (at: number) =>
    chatTrace({
      question: `Question ${at}`,
      answer: `Answer ${at}`,
      sessionId: 'chat-9',
      startMs: startMs + at * 5000,
      inputTokens: 100 * at,
    });
  await send(turn(1));
  const failed = turn(2);
  const spans = failed.spans.map((span, index) => {
    if (index === 0) return span;
    const { 'gen_ai.output.messages': _answer, ...attributes } = span.attributes ?? {};
    return { ...span, attributes, status: { code: 2, message: 'APIConnectionError: closed' } };
  });
  await send({ ...failed, spans });
  await page.goto(`${collector.url}/p/default/sessions/chat-9`);
  const growth = page.getByRole('region', { name: 'Growth of the prompt' });
  await expect(growth).toContainText('100 → 200 tokens over 2 calls');
});

test.describe('a session of several days', () => {
  test.use({ timezoneId: 'Pacific/Apia' });

  test('says on which day each of its turns was', async ({ page, collector, send }) => {
    const startMs = Date.UTC(2025, 10, 20, 4, 44, 50, 250);
    for (const [index, name] of ['turn-one', 'turn-two'].entries()) {
      const more = { name, sessionId: 'chat-10', startMs: startMs + index * 24.5 * 3_600_000 };
      await send(chatTrace({ question: `Question ${index}`, answer: `Answer ${index}`, ...more }));
    }
    await page.goto(`${collector.url}/p/default/sessions/chat-10`);
    const heads = page.getByRole('region', { name: 'Conversation' }).locator('.sticky time');
    await expect(heads).toHaveText(['20 Nov 2025 17:44:50', '21 Nov 2025 18:14:50']);
    await expect(heads.first()).toHaveAttribute('title', /^Thu 20 Nov 2025, 17:44:50\.250 /);
    const strip = page.getByRole('toolbar', { name: 'Traces over time' }).getByRole('button');
    await expect(strip.last()).toHaveAccessibleName(/^turn-two at 21 Nov 2025 18:14:50/);
    const bars = page.getByRole('region', { name: 'Growth of the prompt' }).getByRole('link');
    await expect(bars.last()).toHaveAccessibleName(/^Call 2, 21 Nov 2025 18:14:\d\d, /);
  });
});
