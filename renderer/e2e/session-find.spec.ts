import { expect, test } from './fixtures.ts';
import { chatTrace } from './sample-traces.ts';

test('what a search found a session by comes into view in it, and can be walked', async ({
  page,
  collector,
  send,
}) => {
  const startMs = Date.now() - 3_600_000;
  const length = 24;
  for (let turn = 0; turn < length; turn++)
    await send(
      chatTrace({
        name: `turn-${turn}`,
        question: turn === 19 || turn === 22 ? `Of my porcelain hedgehog, ${turn}` : `Question ${turn}`,
        answer: `Line after line.\n\n`.repeat(12),
        sessionId: 'long-talk',
        startMs: startMs + turn * 60_000,
      }),
    );
  await page.goto(`${collector.url}/p/default/sessions`);
  await page.getByRole('searchbox', { name: 'Search sessions' }).fill('hedgehog');
  // Until then the list is another, whose panel closes.
  await expect(page).toHaveURL(/search=hedgehog/);
  const row = page.getByRole('grid', { name: 'Sessions' }).getByRole('row', { name: /long-talk/ });
  await row.getByRole('gridcell').nth(1).click();
  const beside = page.getByRole('region', { name: 'Session', exact: true });
  await expect(beside.getByText('Of my porcelain hedgehog, 19')).toBeInViewport();
  await beside.getByRole('link', { name: 'Open session' }).click();

  const [first, last] = [19, 22].map((turn) => page.getByText(`Of my porcelain hedgehog, ${turn}`));
  await expect(first!).toBeInViewport();
  const bar = page.getByRole('search', { name: 'Inside the session' });
  await expect(bar.getByRole('status')).toHaveText('1 of 2');
  await page.getByRole('button', { name: 'Fold all traces', exact: true }).click();
  await expect(last!).toHaveCount(0);
  await bar.getByRole('searchbox').press('Enter');
  await expect(bar.getByRole('status')).toHaveText('2 of 2');
  await expect(last!).toBeInViewport();
  await page.keyboard.press('Escape');
  await expect(bar).toHaveCount(0);
  await expect(page).toHaveURL(/\/sessions\/long-talk$/);
  await expect(page.getByRole('region', { name: 'Conversation' })).toBeFocused();
  await page.keyboard.press('/');
  await page.keyboard.type('nobody said this');
  await expect(bar.getByRole('status')).toHaveText('0 matches');
  await expect(page).toHaveURL(/find=nobody/);
});
