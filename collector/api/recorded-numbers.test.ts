import { beforeAll, expect, test } from 'vitest';
import { projectUrl } from '../testing/api-client.ts';
import { send } from '../testing/http-client.ts';
import { store } from '../testing/otlp-client.ts';
import { spanIdOf, traceIdOf } from '../testing/otlp.ts';
import { sharedCollector } from '../testing/shared-collector.ts';

const DIGITS = '1234567890123456789';
const ARGUMENTS = `{"channel_id":${DIGITS}}`;
const said = (role: string, part: string): string => `[{"role":"${role}","parts":[${part}]}]`;
const traceId = traceIdOf(1);

const collector = sharedCollector();
let url: string;
beforeAll(async () => {
  url = projectUrl(collector.url, 'default');
  const spans = [
    {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'post',
      'gen_ai.tool.call.arguments': ARGUMENTS,
      metadata: `{"guild":${DIGITS}}`,
    },
    {
      'gen_ai.operation.name': 'chat',
      'gen_ai.output.messages': said(
        'assistant',
        `{"type":"tool_call","id":"c","name":"post","arguments":${ARGUMENTS}}`,
      ),
      'langsmith.metadata.guild': BigInt(DIGITS),
    },
    { 'openinference.span.kind': 'TOOL', 'input.value': ARGUMENTS, 'output.value': `[${DIGITS}]` },
  ].map((attributes, n) => ({ traceId, spanId: spanIdOf(n + 1), attributes }));
  await store(collector.url, 'default', { spans });
});

test.for([
  ...[1, 2, 3].map((n) => `{P}/traces/${traceId}/spans/${spanIdOf(n)}/messages`),
  ...[1, 2, 3].map((n) => `/api/v1/spans/${spanIdOf(n)}/events`),
  ...[1, 2, 3].map((n) => `{P}/traces/${traceId}/spans/${spanIdOf(n)}`),
  `{P}/traces/${traceId}/messages`,
  '{P}/spans',
])('integers within JSON texts keep all their digits: %s', async (path) => {
  const { status, body } = await send(path.startsWith('{P}') ? url + path.slice(3) : collector.url + path);
  expect(status).toBe(200);
  const integers = String(body).match(/12345678901234[\d.e+]+/g) ?? [];
  expect(new Set(integers)).toEqual(new Set([DIGITS]));
});

test('a span is found by integers of its messages', async () => {
  await expect
    .poll(async () => String((await send(`${url}/spans?search=${DIGITS}`)).body))
    .toContain(spanIdOf(1));
});
