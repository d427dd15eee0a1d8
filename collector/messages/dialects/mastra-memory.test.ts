import { expect, test } from 'vitest';
import { tellConversation } from '../conversation.ts';
import { agent, chain, linesOf } from '../testing/build-span.ts';
import { typed } from '../testing/mastra-spans.ts';

const stored = (role: string, part: unknown) => ({ id: role, role, content: { format: 2, parts: [part] } });
const question = stored('user', { type: 'text', text: 'Rain?' });
const failure = stored('assistant', { type: 'error', error: { name: 'ApiError', message: 'No quota.' } });
const kept = (input: readonly unknown[], output?: readonly unknown[]) =>
  typed(
    'memory_operation',
    JSON.stringify({ messages: input }),
    JSON.stringify(output ? { messages: output } : {}),
  );

test("what Mastra's memory keeps of a chat that failed is told once, and why by the run that failed", () => {
  const spans = [
    agent({ id: '00', ms: 90, error: 'No quota.', attributes: typed('agent_run', 'Rain?', '{"text":""}') }),
    chain({ id: '01', parent: '00', at: 1, attributes: kept([question]) }),
    chain({ id: '02', parent: '00', at: 80, attributes: kept([failure], [question, failure]) }),
  ];
  expect(linesOf(tellConversation(spans))).toEqual(['user: Rain?', 'assistant: TestError! No quota.']);
});
