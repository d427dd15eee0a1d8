import { startCollector } from '../../collector/testing/start-collector.ts';
import { McpAssistant } from '../../collector/testing/mcp-client.ts';
import { expect, test } from './fixtures.ts';
import { chatTrace } from './sample-traces.ts';

const ASKS_ADDRESSES = ['Claude Code', 'Codex', 'Cursor', 'Copilot in VS Code', 'Gemini CLI', 'OpenCode'];
const STARTS_SERVERS = 'Claude Desktop';

test('coding assistants are told of the address where an MCP client finds what has arrived', async ({
  page,
  collector,
  send,
}, testInfo) => {
  await send(chatTrace({ question: 'Where is the leak?', answer: 'In the cellar.' }), 'shop');
  await page.goto(`${collector.url}/p/shop/set-up`);
  await page.getByRole('tab', { name: 'Coding assistants' }).click();
  await expect(page).toHaveTitle('Coding assistants · Tracedeck');
  const address = await page.getByLabel('Address for assistants', { exact: true }).innerText();
  for (const name of ASKS_ADDRESSES)
    await expect(page.getByRole('region', { name, exact: true })).toContainText(address);
  await expect(page.getByText('last trace of project shop')).toBeVisible();
  const assistant = await McpAssistant.connect(address);
  const traces = await assistant.tell('list_traces', { project_id: 'shop' });
  const [, trace_id] = /"trace_id":"(\w+)"/.exec(traces)!;
  expect(await assistant.tell('read_conversation', { project_id: 'shop', trace_id })).toContain(
    'In the cellar.',
  );
  await assistant.close();
  await page.screenshot({ path: testInfo.outputPath('assistants.png') });

  await page.reload();
  await expect(page.getByRole('tab', { name: 'Coding assistants' })).toHaveAttribute('aria-selected', 'true');
  await page.getByRole('tab', { name: 'Connect', exact: true }).click();
  await expect(page).toHaveURL(`${collector.url}/p/shop/set-up`);
});

test('an assistant that only starts its servers is told of one that reads what has arrived', async ({
  page,
  collector,
  send,
}) => {
  await send(chatTrace({ question: 'Where is the leak?', answer: 'In the cellar.' }));
  await page.goto(`${collector.url}/p/default/set-up?show=assistants`);
  const desktop = page.getByRole('region', { name: STARTS_SERVERS }).locator('pre');
  await expect(desktop).not.toContainText('npx');
  const { mcpServers } = JSON.parse(await desktop.innerText()) as {
    mcpServers: { tracedeck: { command: string; args: string[] } };
  };
  const { command, args } = mcpServers.tracedeck;
  const inTerminal = await page.getByLabel('Command for assistants', { exact: true }).innerText();
  for (const words of [[command, ...args] as const, ['/bin/sh', '-c', inTerminal] as const]) {
    const assistant = await McpAssistant.start(words, {});
    expect(await assistant.tell('list_traces')).toContain('In the cellar.');
    await assistant.close();
  }
});

test('the command palette leads to them', async ({ page, collector }) => {
  await page.goto(`${collector.url}/p/default/sessions`);
  await expect(page.getByText('No sessions yet')).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('assist');
  await page.getByRole('option', { name: 'Coding assistants' }).click();
  await expect(page).toHaveURL(/set-up\?show=assistants$/);
});

test('where a token is asked for, what is pasted has a place for it, and how to make one is told', async ({
  browser,
}) => {
  const guarded = await startCollector({ configure: ({ auth }) => (auth.enabled = true) });
  const page = await browser.newPage();
  try {
    await page.goto(`${guarded.url}/p/default/set-up?show=assistants#token=${guarded.token}`);
    const regions = [...ASKS_ADDRESSES, STARTS_SERVERS].map((name) =>
      page.getByRole('region', { name, exact: true }),
    );
    for (const region of [...regions, page.getByRole('region', { name: 'Any other' })])
      await expect(region).toContainText('Bearer <token>');
    await expect(page.getByLabel('Token for an assistant', { exact: true })).toHaveText(
      'tracedeck token create --name my-assistant',
    );
  } finally {
    await page.close();
    await guarded.stop();
  }
});
