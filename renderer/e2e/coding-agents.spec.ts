import { expect, test } from './fixtures.ts';
import { newId, RESOURCE } from './sample-traces.ts';

/** Claude Code's own tracing. */
const SCOPE = { name: 'com.anthropic.claude_code.tracing', version: '2.1.0' };

test('what a coding agent’s program tells the model stands folded below what the person said', async ({
  page,
  collector,
  send,
}) => {
  const [traceId, start] = [newId(16), Date.now() - 5000];
  const request = {
    traceId,
    spanId: newId(8),
    name: 'claude_code.llm_request',
    start,
    end: start + 1000,
    attributes: {
      'span.type': 'llm_request',
      model: 'claude-sonnet-4-5',
      new_context: '[USER]\nRain?',
      system_reminders: `# Environment\n\nPlatform: linux\n\n${'One more line. '.repeat(20)}`,
      'response.model_output': 'No.',
    },
  };
  await send({ resource: RESOURCE, scope: SCOPE, spans: [request] });
  await page.goto(`${collector.url}/p/default/traces/${traceId}`);
  const articles = page.getByRole('region', { name: 'Conversation' }).getByRole('article');
  await expect(articles).toHaveCount(3);
  const reminder = articles.nth(1);
  const fold = reminder.getByRole('button', { name: 'System reminder: # Environment' });
  await expect(fold).toContainText('332 characters');
  await expect(reminder.getByRole('heading', { name: 'Environment' })).toHaveCount(0);
  await fold.click();
  await expect(reminder.getByRole('heading', { name: 'Environment' })).toBeVisible();
});

test('what Claude Code does is told in its own words, without what it puts around them', async ({
  page,
  collector,
  send,
}) => {
  const [traceId, root, start] = [newId(16), newId(8), Date.now()];
  const at = { traceId, start, end: start + 700 };
  const request = { 'span.type': 'llm_request', model: 'claude-sonnet-4-5', stop_reason: 'tool_use' };
  const tool = {
    'span.type': 'tool',
    tool_name: 'Bash',
    tool_use_id: 'toolu_1',
    tool_input: '[TOOL INPUT: Bash]\n{"command":"ls"}',
    new_context: '[TOOL RESULT: Bash]\n[{"type":"text","text":"notes.txt"}]',
  };
  const inTurn = { ...at, parentSpanId: root };
  await send({
    resource: RESOURCE,
    scope: SCOPE,
    spans: [
      {
        ...at,
        spanId: root,
        name: 'claude_code.interaction',
        attributes: { 'span.type': 'interaction', user_prompt: 'Which files?' },
      },
      { ...inTurn, spanId: newId(8), name: 'claude_code.llm_request', attributes: request },
      { ...inTurn, spanId: newId(8), name: 'claude_code.tool', attributes: tool },
    ],
  });
  await page.goto(`${collector.url}/p/default/live`);
  const rows = page.getByRole('grid', { name: 'Live' }).getByRole('row');
  await expect(rows.filter({ hasText: 'Assistant' })).toContainText('calls tools');
  const call = rows.filter({ hasText: 'Bash' });
  await expect(call).toContainText('{"command":"ls"}');
  await expect(call).toContainText('notes.txt');
  await expect(call).not.toContainText('TOOL INPUT');
});
