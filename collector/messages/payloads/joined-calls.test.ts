import { describe, expect, test } from 'vitest';
import { tellConversation } from '../conversation.ts';
import { ReadCache } from '../read-cache.ts';
import { call, chain, linesOf } from '../testing/build-span.ts';
import { splitCalls } from './joined-calls.ts';

const PARIS = '{"city":"Paris"}';
const LONDON = '{"city":"London {}}"}';

describe('parallel calls of a stream that were put together as one', () => {
  const calls = [PARIS, LONDON].map((args, index) => ({
    id: `call_${index}`,
    type: 'function',
    function: { name: 'rain', arguments: args },
  }));
  const history = [
    { role: 'user', content: 'Rain?' },
    { role: 'assistant', content: null, tool_calls: calls },
    ...calls.map(({ id }) => ({ role: 'tool', tool_call_id: id, content: 'dry' })),
  ];
  const told = [
    'user: Rain?',
    `assistant: rain(${PARIS})#call_0 + rain(${LONDON})#call_1`,
    'tool: "dry"#call_0',
    'tool: "dry"#call_1',
    'assistant: No.',
  ];

  test("are told as the history has them, with Langfuse's wrapper, which leaves out their ids", () => {
    const joined = { tool_calls: [{ function: { name: 'rain', arguments: PARIS + LONDON } }] };
    const observed = (input: unknown, output: unknown) => ({
      'langfuse.observation.input': JSON.stringify({ messages: input }),
      'langfuse.observation.output': JSON.stringify(output),
    });
    const spans = [
      chain({ id: '00', ms: 100 }),
      call({ id: '01', parent: '00', at: 1, attributes: observed(history.slice(0, 1), joined) }),
      call({
        id: '02',
        parent: '00',
        at: 20,
        attributes: observed(history, { role: 'assistant', content: 'No.' }),
      }),
    ];
    expect(linesOf(tellConversation(spans))).toEqual(told);
  });

  test('are told as the history has them, with OpenInference, which joins ids and names too', () => {
    const output = 'llm.output_messages.0.message';
    const joined = {
      [`${output}.role`]: 'assistant',
      [`${output}.tool_calls.0.tool_call.id`]: 'call_0call_1',
      [`${output}.tool_calls.0.tool_call.function.name`]: 'rainrain',
      [`${output}.tool_calls.0.tool_call.function.arguments`]: PARIS + LONDON,
    };
    const asked = (messages: unknown) => ({ 'input.value': JSON.stringify({ model: 'm', messages }) });
    const answer = { [`${output}.role`]: 'assistant', [`${output}.content`]: 'No.' };
    const spans = [
      chain({ id: '00', ms: 100 }),
      call({ id: '01', parent: '00', at: 1, attributes: { ...asked(history.slice(0, 1)), ...joined } }),
      call({ id: '02', parent: '00', at: 20, attributes: { ...asked(history), ...answer } }),
    ];
    expect(linesOf(tellConversation(spans))).toEqual(told);
  });

  test('stay one where a piece was cut off or more than objects stands there', () => {
    for (const args of [`${PARIS}{"city":"Lon`, `${PARIS} and ${LONDON}`, PARIS, 'Paris', '}{']) {
      const part = { type: 'tool_call', id: 'c1', name: 'rain', arguments: args } as const;
      expect(splitCalls(part, new ReadCache())).toEqual([part]);
    }
  });
});
