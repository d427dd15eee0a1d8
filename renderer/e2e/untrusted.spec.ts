import { expect, test } from './fixtures.ts';
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
