import http from 'node:http';
import { traceRequest } from '../../collector/testing/otlp.ts';
import { expect, test, refuseUntilTriedAgain } from './fixtures.ts';
import { chatTrace, plainTrace } from './sample-traces.ts';

test('the set-up page has the real addresses, ready to copy', async ({ page, context, collector }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: collector.url });
  await page.goto(`${collector.url}/p/default/set-up`);
  await expect(page.getByText('Waiting for the first AI trace')).toBeVisible();
  await page.getByRole('button', { name: 'Copy Any language: Where your agent runs' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain(`export OTEL_EXPORTER_OTLP_ENDPOINT=${collector.otlpUrl}\n`);
  for (const address of [collector.url, collector.otlpUrl, collector.grpcAddress]) {
    await expect(page.getByRole('region', { name: 'Addresses' })).toContainText(address);
  }
  await expect(page.getByRole('region', { name: 'Addresses' })).toContainText('From a container');
  await page.goto(`${collector.url}/p/shop/set-up?framework=strands`);
  await expect(
    page.getByText(`OTEL_EXPORTER_OTLP_ENDPOINT=${collector.url}/otel/shop`).first(),
  ).toBeVisible();
});

test('the framework that the address names is in view in the list of all, and the only one that is current', async ({
  page,
  collector,
}) => {
  await page.setViewportSize({ width: 1280, height: 600 });
  await page.goto(`${collector.url}/p/default/set-up?framework=codex`);
  const frameworks = page.getByRole('navigation', { name: 'Frameworks' });
  await expect(frameworks.getByRole('link', { name: 'Codex' })).toBeInViewport();
  await expect(frameworks.locator('[aria-current]')).toHaveText('Codex');
});

test('the list of frameworks is one stop of the Tab key, and arrows lead through it', async ({
  page,
  collector,
}) => {
  await page.goto(`${collector.url}/p/default/set-up?framework=codex`);
  const frameworks = page.getByRole('navigation', { name: 'Frameworks' });
  const links = frameworks.getByRole('link');
  const find = frameworks.getByRole('searchbox');
  await expect(frameworks.locator('[aria-current]')).toHaveText('Codex');
  await find.focus();
  await page.keyboard.press('Tab');
  await expect(frameworks.getByRole('link', { name: 'Codex' })).toBeFocused();
  await page.keyboard.press('Tab');
  const instructions = page.getByRole('region', { name: 'Instructions' });
  await expect(instructions).toBeFocused();

  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Home');
  await expect(links.first()).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(links.first()).toBeFocused();
  await page.keyboard.press('End');
  await expect(links.last()).toBeFocused();
  await expect(links.last()).toBeInViewport();
  await page.keyboard.press('ArrowUp');
  await expect(links.nth(-2)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(links.nth(-2)).toHaveAttribute('aria-current', 'page');
  await expect(links.nth(-2)).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(find).toBeFocused();

  // Where what was left is not found, the first of what is.
  await page.keyboard.type('lang');
  await page.keyboard.press('Tab');
  await expect(links.first()).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(links.nth(1)).toBeFocused();
});

test('where a line to paste has no room, it goes on below', async ({ page, collector }) => {
  for (const width of [390, 768, 1100]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto(`${collector.url}/p/default/set-up`);
    for (const [name, says] of [
      ['Any language: Where your agent runs', 'export OTEL_'],
      ['Python: Run once, before anything else', '/v1/traces'],
    ] as const) {
      const code = page.getByLabel(name, { exact: true });
      await expect(code).toContainText(says);
      expect(await code.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
    }
  }
});

test('an option that has no room in its line goes below with its dashes, and is copied by hand as it is', async ({
  page,
  collector,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${collector.url}/p/default/set-up?show=assistants`);
  const address = await page.getByLabel('Address for assistants', { exact: true }).innerText();
  const command = page.getByLabel('Claude Code: In a terminal', { exact: true });
  const { lines, selected } = await command.evaluate((pre) => {
    const texts = document.createTreeWalker(pre, NodeFilter.SHOW_TEXT);
    while (!texts.nextNode()?.textContent?.includes('--transport'));
    const start = texts.currentNode.textContent!.indexOf('--transport');
    const option = document.createRange();
    option.setStart(texts.currentNode, start);
    option.setEnd(texts.currentNode, start + '--transport'.length);
    getSelection()!.selectAllChildren(pre);
    return { lines: option.getClientRects().length, selected: String(getSelection()) };
  });
  expect(lines).toBe(1);
  expect(selected).toBe(`claude mcp add --scope user --transport http tracedeck ${address}`);
});

test('each framework has its own page, found by name, with a check mark when its first span arrives', async ({
  page,
  collector,
  send,
}, testInfo) => {
  await page.goto(`${collector.url}/p/default/set-up`);
  const frameworks = page.getByRole('navigation', { name: 'Frameworks' });
  await frameworks.getByRole('searchbox').fill('langgr');
  await expect(frameworks.getByRole('link')).toHaveCount(1);
  await frameworks.getByRole('link', { name: 'LangGraph' }).click();
  await expect(page).toHaveURL(/framework=langgraph/);
  await expect(page.getByRole('heading', { level: 2, name: 'LangGraph' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Python' })).toContainText(
    `OTLPSpanExporter(endpoint="${collector.otlpUrl}/v1/traces")`,
  );
  const typescript = page.getByRole('region', { name: 'TypeScript' });
  await expect(typescript).toContainText(`${collector.otlpUrl}/v1/traces`);
  await expect(typescript.getByLabel('TypeScript: Before the program ends', { exact: true })).toHaveText(
    'await sdk.shutdown();',
  );
  await expect(page.getByText('Waiting for the first span of LangGraph')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Waiting for the first span of LangGraph')).toBeVisible();

  const chat = chatTrace({ question: 'q', answer: 'a' });
  const graph = { name: 'openinference.instrumentation.langchain', version: '1' };
  const spans = chat.spans.map((span) => ({
    ...span,
    attributes: {
      ...span.attributes,
      metadata: '{"langgraph_node":"agent"}',
      'openinference.span.kind': 'CHAIN',
    },
  }));
  await send({ ...chat, scope: graph, spans });
  await expect(page.getByText('2 spans of LangGraph arrived.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'LangGraph has arrived' })).toBeVisible();
  await page.screenshot({ path: testInfo.outputPath('set-up-framework.png') });
  await page.getByRole('link', { name: 'See them' }).click();
  await expect(page.getByRole('row', { name: /answer-question/ })).toBeVisible();
});

test('the ingest doctor names each mistake and its fix', async ({ page, collector, send }, testInfo) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(collector.url);
  await page.getByRole('region', { name: 'Receivers' }).getByRole('link').click();
  await expect(page).toHaveURL(/show=doctor/);
  await expect(page).toHaveTitle(/Ingest doctor/);
  await expect(page.getByText('No export request since the collector started')).toBeVisible();

  await send(chatTrace({ question: 'q', answer: 'a' }));
  await expect(page.getByText('The last export request was taken as it came.')).toBeVisible();
  await wrongPath(collector.otlpUrl);
  await wrongPath(collector.otlpUrl);
  await wrongPort(collector.grpcAddress);
  const found = page.getByRole('region', { name: 'What to mend' });
  await expect(
    found.getByRole('listitem').filter({ hasText: 'Nothing is received at this path' }),
  ).toContainText('2 requests');
  await expect(found).toContainText(`HTTP came to the port for gRPC: send it to ${collector.otlpUrl}`);
  const rows = page.getByRole('grid', { name: 'Export requests' }).getByRole('row');
  await expect(rows).toHaveCount(5);
  await page.screenshot({ path: testInfo.outputPath('doctor.png') });
  // Where it came is told whole also in a smaller window.
  await page.setViewportSize({ width: 1200, height: 900 });
  const path = rows.getByText('/otel/default/v1/traces').locator('..');
  await expect(path).toBeVisible();
  expect(await path.evaluate((cell) => cell.scrollWidth <= cell.clientWidth)).toBe(true);
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.getByRole('button', { name: 'Only what went wrong' }).click();
  await expect(rows).toHaveCount(4);
  await expect(page).toHaveURL(/problems=true/);
  await rows.filter({ hasText: '/v1/traces/wrong' }).first().click();
  const panel = page.getByRole('region', { name: 'Export request', exact: true });
  await expect(panel).toContainText('404 NOT_FOUND');
  await expect(panel.getByRole('region', { name: 'The fix' })).toContainText(
    `export OTEL_EXPORTER_OTLP_ENDPOINT=${collector.otlpUrl}`,
  );
  // Without a number that would read as the request's own.
  await expect(panel.getByRole('heading', { level: 3 })).toHaveText('Request');
  await page.reload();
  await expect(panel).toContainText('404 NOT_FOUND');
  await expect(page.getByRole('row', { selected: true })).toContainText('/v1/traces/wrong');

  // While a row is looked at, newer requests wait.
  await page.getByRole('button', { name: 'Only what went wrong' }).click();
  await rows.nth(1).click();
  await send(plainTrace('GET /cart'));
  await expect(page.getByRole('button', { name: '1 new' })).toBeVisible();
  await expect(rows).toHaveCount(5);
  await page.keyboard.press('Escape');
  await expect(rows).toHaveCount(6);
});

test('the ingest doctor shows nothing wrong as such, and a failure to ask', async ({
  browser,
  collector,
  send,
}) => {
  await send(chatTrace({ question: 'q', answer: 'a' }));
  // A page of its own: the failed request is an error in the console by intent.
  const page = await browser.newPage();
  await page.goto(`${collector.url}/p/default/set-up?show=doctor&problems=true`);
  await expect(page.getByText('Nothing went wrong')).toBeVisible();
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(page.getByRole('grid', { name: 'Export requests' }).getByRole('row')).toHaveCount(2);
  await refuseUntilTriedAgain(page, '**/ingest/requests', 'Not today.');
  await page.reload();
  await expect(page.getByText('Not today.')).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('grid', { name: 'Export requests' })).toBeVisible();
  await page.close();
});

async function wrongPath(url: string): Promise<void> {
  await fetch(`${url}/v1/traces/wrong`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(traceRequest(plainTrace('lost'))),
  });
}

/** HTTP to the port for gRPC; its answer closes the connection. */
async function wrongPort(address: string): Promise<void> {
  await new Promise<void>((resolve) => {
    const request = http.request(`http://${address}/v1/traces`, { method: 'POST' }, (answer) => {
      answer.resume().on('end', resolve);
    });
    request.on('error', () => resolve());
    request.end();
  });
}
