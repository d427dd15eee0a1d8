import { expect, test } from './fixtures.ts';
import { chatTrace } from './sample-traces.ts';

test('a session tells its traces as one conversation, and grows while it is looked at', async ({
  page,
  collector,
  send,
}) => {
  const startMs = Date.now() - 60_000;
  await send(
    chatTrace({
      name: 'turn-one',
      question: 'My name is Ada.',
      answer: 'Hello Ada.',
      sessionId: 'chat-7',
      startMs,
    }),
  );
  await page.goto(`${collector.url}/p/default/traces`);
  await page.getByRole('link', { name: 'Sessions' }).click();
  const row = page.getByRole('row', { name: /chat-7/ });
  await expect(row).toContainText('My name is Ada.');
  await row.click();

  await expect(page.getByRole('heading', { level: 1, name: 'chat-7' })).toBeVisible();
  const first = page.getByRole('article', { name: 'Trace turn-one' });
  await expect(first).toContainText('Hello Ada.');

  await send(
    chatTrace({
      name: 'turn-two',
      question: 'What is my name?',
      answer: 'Ada.',
      sessionId: 'chat-7',
      startMs: startMs + 5000,
    }),
  );
  await expect(page.getByRole('article', { name: 'Trace turn-two' })).toContainText('What is my name?');

  await first.getByRole('button', { name: 'turn-one' }).click();
  await expect(first).not.toContainText('Hello Ada.');
  await first.getByRole('link', { name: 'Open trace turn-one' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'turn-one' })).toBeVisible();
  await page.getByRole('link', { name: 'chat-7' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'chat-7' })).toBeVisible();
});

test('without sessions the page says what makes one', async ({ page, collector }) => {
  await page.goto(`${collector.url}/p/default/sessions`);
  await expect(page.getByText('No sessions yet')).toBeVisible();
  await expect(page.getByText('gen_ai.conversation.id')).toBeVisible();
});
