import { expect, test } from 'vitest';
import { conversationOfSpan } from '../conversation.ts';
import { call, event, linesOf } from '../testing/build-span.ts';
import { toldTokens, tokensIn } from '../testing/tokens.ts';

const framework = { span: { framework: 'openlit' } };

test('a request of one text is its messages, in an event or an attribute', () => {
  const prompt = 'system: tok-1\ntok-2\nuser: tok-3\nassistant: tok-4\nuser: tok-5';
  const lines = ['system: tok-1\ntok-2', 'user: tok-3', 'assistant: tok-4', 'user: tok-5'];
  const inEvent = call({
    id: '01',
    events: [event('gen_ai.content.prompt', { 'gen_ai.prompt': prompt })],
    ...framework,
  });
  const inAttribute = call({ id: '01', attributes: { 'gen_ai.prompt': prompt }, ...framework });
  for (const span of [inEvent, inAttribute]) {
    const conversation = conversationOfSpan(span);
    expect(linesOf(conversation)).toEqual(lines);
    expect(toldTokens(conversation)).toEqual(tokensIn(prompt));
  }
});

test('a text of another form, or of someone else, stays whole', () => {
  const other = call({ id: '01', attributes: { 'gen_ai.prompt': 'What does user: mean?' }, ...framework });
  expect(linesOf(conversationOfSpan(other))).toEqual(['user: What does user: mean?']);
  const someone = call({ id: '01', attributes: { 'gen_ai.prompt': 'user: Hi' } });
  expect(linesOf(conversationOfSpan(someone))).toEqual(['user: user: Hi']);
});
