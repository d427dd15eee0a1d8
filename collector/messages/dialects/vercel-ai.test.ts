import { describe, expect, test } from 'vitest';
import { conversationOfSpan, tellConversation } from '../conversation.ts';
import { agent, call, chain, linesOf, tool } from '../testing/build-span.ts';

describe('attributes of the Vercel AI SDK', () => {
  test('hold a step: prompt, text, thoughts, calls and tools', () => {
    const attributes = {
      'ai.prompt.messages': JSON.stringify([
        { role: 'system', content: 'Be brief.' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'Look.' },
            { type: 'file', mediaType: 'image/png', data: 'AAAA' },
          ],
        },
        {
          role: 'assistant',
          content: [{ type: 'tool-call', toolCallId: 'c1', toolName: 'see', input: { at: 'it' } }],
        },
        {
          role: 'tool',
          content: [
            {
              type: 'tool-result',
              toolCallId: 'c1',
              toolName: 'see',
              output: { type: 'error-text', value: 'Dark.' },
            },
          ],
        },
      ]),
      'ai.prompt.tools': [
        '{"type":"function","name":"see","description":"Sees.","inputSchema":{"type":"object"}}',
      ],
      'ai.response.text': 'I see.',
      'ai.response.reasoning': 'Look again.',
      'ai.response.toolCalls': '[{"toolCallId":"c2","toolName":"see","input":"{\\"at\\":\\"that\\"}"}]',
      'ai.response.finishReason': 'tool-calls',
    };
    const conversation = conversationOfSpan(call({ id: '01', attributes }));
    expect(linesOf(conversation)).toEqual([
      'system: Be brief.',
      'user: Look. + image image/png AAAA',
      'assistant: see({"at":"it"})#c1',
      'tool: failed "Dark."#c1',
      'assistant: (Look again.) + I see. + see({"at":"that"})#c2',
    ]);
    expect(conversation.messages.at(-1)?.finish_reason).toBe('tool-calls');
    expect(conversation.tools).toEqual([
      { name: 'see', description: 'Sees.', parameters: { type: 'object' } },
    ]);
  });

  test.each([
    ['array', '[{"born":1815}]', '{"elements": [{"born": 1815}]}'],
    ['enum', '"sunny"', '{"result": "sunny"}'],
    ['object', '{"born":1815}', '{"born": 1815}'],
    ['constructor', '{"born":1815}', '{"born": 1815}'],
  ])(
    'hold an %s once, which the span around the call has without what is around it',
    (output, object, said) => {
      const prompt = '[{"role":"user","content":"Who?"}]';
      const around = {
        'ai.operationId': 'ai.generateObject',
        'ai.prompt': `{"messages":${prompt}}`,
        'ai.settings.output': output,
        'ai.response.object': object,
      };
      const inside = { 'ai.prompt.messages': prompt, 'ai.response.object': said };
      const spans = [
        chain({ id: '01', attributes: around }),
        call({ id: '02', parent: '01', attributes: inside }),
      ];
      expect(linesOf(tellConversation(spans))).toEqual(['user: Who?', `assistant: ${said}`]);
    },
  );

  test.each([
    ['a text', { system: 'Be brief.', prompt: 'Hello' }],
    ['messages', { system: 'Be brief.', messages: [{ role: 'user', content: 'Hello' }] }],
    [
      'a list',
      { system: 'Be brief.', prompt: [{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }] },
    ],
  ])('hold the prompt of a function as %s', (_, prompt) => {
    const attributes = { 'ai.prompt': JSON.stringify(prompt), 'ai.response.text': 'Hi.' };
    expect(linesOf(conversationOfSpan(agent({ id: '01', attributes })))).toEqual([
      'system: Be brief.',
      'user: Hello',
      'assistant: Hi.',
    ]);
  });

  test('hold a picture as the bytes of a buffer', () => {
    const image = { type: 'image', image: { type: 'Buffer', data: [0, 0, 0] }, mimeType: 'image/gif' };
    const attributes = { 'ai.prompt': JSON.stringify({ messages: [{ role: 'user', content: [image] }] }) };
    expect(linesOf(conversationOfSpan(agent({ id: '01', attributes })))).toEqual([
      'user: image image/gif AAAA',
    ]);
  });

  test('hold structured output as the text that the model wrote', () => {
    const attributes = { 'ai.response.object': '{"name":"Ada","age":36}' };
    expect(linesOf(conversationOfSpan(call({ id: '01', attributes })))).toEqual([
      'assistant: {"name":"Ada","age":36}',
    ]);
  });

  test('of a tool are its call and its answer; a failed one answers with its failure', () => {
    const attributes = {
      'ai.toolCall.id': 'c1',
      'ai.toolCall.name': 'see',
      'ai.toolCall.args': '{"at":"it"}',
    };
    const done = tool({ id: '01', attributes: { ...attributes, 'ai.toolCall.result': '{"seen":true}' } });
    expect(linesOf(conversationOfSpan(done))).toEqual([
      'assistant: see({"at":"it"})#c1',
      'tool: {"seen":true}#c1',
    ]);
    const failed = tool({ id: '01', attributes, error: 'Dark.' });
    expect(linesOf(conversationOfSpan(failed))).toEqual([
      'assistant: see({"at":"it"})#c1',
      'tool: failed "Dark."#c1',
      'assistant: TestError! Dark.',
    ]);
  });
});
