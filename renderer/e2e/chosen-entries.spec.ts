import type { SpanSpec } from '../../collector/testing/otlp.ts';
import { expect, test } from './fixtures.ts';
import { json, modelCall, newId, RESOURCE, SCOPE, text, toolCall } from './sample-traces.ts';

const said = (role: string, content: string) => ({ role, parts: [text(content)] });
/** Higher than any pane. */
const long = (words: string) => `${words}\n\n${'- one more wish\n'.repeat(60)}`;

const FIRST = said('user', long('Where to?'));
const CALLS = {
  role: 'assistant',
  parts: [text('I look.'), { type: 'tool_call', id: 'call_1', name: 'search', arguments: { to: 'Kyoto' } }],
};
const RESULT = {
  role: 'tool',
  parts: [{ type: 'tool_call_response', id: 'call_1', response: 'upstream did not answer' }],
};
const SHORT = [said('user', 'And by train?'), said('assistant', 'By train it is.')];
const LAST = [said('user', long('What else?')), said('assistant', 'That was all.')];

function longTalk() {
  const traceId = newId(16);
  const root = newId(8);
  const startMs = Date.now() - 20_000;
  const spans: SpanSpec[] = [];
  const add = (name: string, rest: Partial<SpanSpec>): void =>
    void spans.push({
      traceId,
      spanId: newId(8),
      parentSpanId: root,
      name,
      start: startMs + spans.length * 1000,
      end: startMs + spans.length * 1000 + 900,
      ...rest,
    });
  const call = (name: string, input: readonly object[], output: object): void =>
    add(name, {
      attributes: {
        ...modelCall('gpt-4o', 100, 20),
        'gen_ai.input.messages': json(input),
        'gen_ai.output.messages': json([output]),
      },
    });
  call('call-one', [FIRST], CALLS);
  add('search', {
    attributes: toolCall('search', 'call_1', { to: 'Kyoto' }, null),
    status: { code: 2, message: 'TimeoutError: upstream did not answer' },
  });
  const [asked, answered] = SHORT;
  const [wished, ended] = LAST;
  call('call-two', [FIRST, CALLS, RESULT, asked!], answered!);
  call('call-three', [FIRST, CALLS, RESULT, asked!, answered!, wished!], ended!);
  const attributes = { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': 'planner' };
  const whole = { traceId, spanId: root, name: 'talk', start: startMs, end: startMs + 9000, attributes };
  return { traceId, spans, request: { resource: RESOURCE, scope: SCOPE, spans: [whole, ...spans] } };
}

test('a span that is chosen has all of its entries in view where they fit, else what it is looked at for', async ({
  page,
  collector,
  send,
}) => {
  await page.setViewportSize({ width: 1280, height: 700 });
  const { traceId, spans, request } = longTalk();
  await send(request);
  const entry = (words: string) => page.getByRole('article').filter({ hasText: words });
  const openSpan = (at: number) =>
    page.goto(`${collector.url}/p/default/traces/${traceId}?span=${spans[at]?.spanId}`);
  await openSpan(2);
  await expect(entry('And by train?')).toBeInViewport({ ratio: 1 });
  await expect(entry('By train it is.')).toBeInViewport({ ratio: 1 });
  await openSpan(3);
  await expect(entry('That was all.')).toBeInViewport({ ratio: 1 });
  await openSpan(1);
  await expect(entry('TimeoutError')).toBeInViewport({ ratio: 1 });

  await page.goto(`${collector.url}/p/default/traces/${traceId}`);
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.keyboard.press('e');
  await expect(entry('TimeoutError')).toBeInViewport({ ratio: 1 });
  await page.getByRole('row', { name: /call-three/ }).click();
  await expect(entry('That was all.')).toBeInViewport({ ratio: 1 });
  await page.getByRole('row', { name: /call-two/ }).click();
  await expect(entry('And by train?')).toBeInViewport({ ratio: 1 });
  await expect(entry('By train it is.')).toBeInViewport({ ratio: 1 });
  await page.getByRole('row', { name: /call-one/ }).click();
  await expect(entry('I look.')).toBeInViewport({ ratio: 1 });
});
