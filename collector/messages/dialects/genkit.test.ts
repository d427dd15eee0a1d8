import { describe, expect, test } from 'vitest';
import { conversationOfSpan, tellConversation } from '../conversation.ts';
import { agent, call, chain, linesOf, tool } from '../testing/build-span.ts';

const action = (input: unknown, output: unknown) => ({
  'genkit:input': JSON.stringify(input),
  'genkit:output': JSON.stringify(output),
});

describe("Genkit's actions", () => {
  const user = { role: 'user', content: [{ text: 'Rain?' }] };
  const called = {
    role: 'model',
    content: [{ toolRequest: { ref: 'c1', name: 'rain', input: { city: 'Rome' } } }],
  };
  const answered = { role: 'tool', content: [{ toolResponse: { ref: 'c1', name: 'rain', output: 'wet' } }] };

  test('of a flow with a tool are one conversation', () => {
    const spans = [
      chain({ id: '00', ms: 100, attributes: action('Rain?', 'It is wet.') }),
      call({
        id: '01',
        parent: '00',
        at: 1,
        attributes: action(
          { messages: [user], tools: [{ name: 'rain', inputSchema: {} }] },
          { message: called },
        ),
      }),
      tool({
        id: '02',
        parent: '00',
        at: 20,
        attributes: action({ city: 'Rome' }, 'wet'),
        span: { tool_name: 'rain' },
      }),
      call({
        id: '03',
        parent: '00',
        at: 40,
        attributes: action(
          { messages: [user, called, answered] },
          { message: { role: 'model', content: [{ text: 'It is wet.' }] }, finishReason: 'stop' },
        ),
      }),
    ];
    const conversation = tellConversation(spans);
    expect(linesOf(conversation)).toEqual([
      'user: Rain?',
      'assistant: rain({"city":"Rome"})#c1',
      'tool: "wet"#c1',
      'assistant: It is wet.',
    ]);
    expect(conversation.messages.at(-1)?.finish_reason).toBe('stop');
    expect(conversation.tools.map(({ name }) => name)).toEqual(['rain']);
  });

  test('of an agent tell its instructions once, though its prompt is rendered before each turn', () => {
    const system = { role: 'system', content: [{ text: 'Be brief.' }] };
    const said = { message: { role: 'model', content: [{ text: 'No.' }] } };
    const spans = [
      agent({ id: '00', ms: 100, attributes: { 'genkit:output': JSON.stringify(said) } }),
      chain({ id: '01', parent: '00', attributes: action({}, { messages: [system, user], tools: [null] }) }),
      chain({
        id: '02',
        parent: '00',
        at: 20,
        attributes: action({ messages: [system, user], tools: ['/tool/rain'] }, said),
      }),
      call({
        id: '03',
        parent: '02',
        at: 21,
        attributes: action({ messages: [system, user], tools: [{ name: 'rain', inputSchema: {} }] }, said),
      }),
    ];
    const conversation = tellConversation(spans);
    expect(linesOf(conversation)).toEqual(['system: Be brief.', 'user: Rain?', 'assistant: No.']);
    expect(conversation.messages[0]?.carried_by).toContain(spans[1]?.record.spanId);
    expect(conversation.tools.map(({ name }) => name)).toEqual(['rain']);
  });

  test('of older versions answer with candidates', () => {
    const attributes = action({ messages: [user] }, { candidates: [{ index: 0, message: called }] });
    expect(linesOf(conversationOfSpan(call({ id: '01', attributes })))).toEqual([
      'user: Rain?',
      'assistant: rain({"city":"Rome"})#c1',
    ]);
  });
});
