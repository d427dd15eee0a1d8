import { expect, test } from './fixtures.ts';
import { messagesTrace } from './sample-cases.ts';
import { text } from './sample-traces.ts';

const PROMPT = `Plan a trip.
<context>
City: Paris
</context>

<rules>
  - be brief
  - be kind
</rules>

**Day one**
**Day two**
Roses are red,${'  '}
violets are blue.

- first
  of two`;

test('rendered Markdown ends its lines where they were written to end, those of HTML too', async ({
  page,
  collector,
  send,
}) => {
  const { traceId, request } = messagesTrace(
    [{ role: 'user', parts: [text(PROMPT)] }],
    [{ role: 'assistant', parts: [text('Gladly.')] }],
  );
  await send(request);
  await page.goto(`${collector.url}/p/default/traces/${traceId}`);
  const said = page.getByRole('article', { name: 'User' });
  await expect(said.getByRole('listitem')).toBeVisible();
  const lines = await said.locator('.prose-message').evaluate((message) =>
    (message as HTMLElement).innerText
      .split('\n')
      .map((line) => line.trimEnd())
      .filter((line) => line !== ''),
  );
  expect(lines).toEqual([
    'Plan a trip.',
    '<context>',
    'City: Paris',
    '</context>',
    '<rules>',
    '  - be brief',
    '  - be kind',
    '</rules>',
    'Day one',
    'Day two',
    'Roses are red,',
    'violets are blue.',
    'first',
    'of two',
  ]);
  await expect(said.locator('strong')).toHaveText(['Day one', 'Day two']);
});
