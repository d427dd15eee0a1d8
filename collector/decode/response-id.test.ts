import { describe, expect, test } from 'vitest';
import { attributesOf } from '../testing/attributes.ts';
import { responseIdOf } from './response-id.ts';

const idOf = (output: string) => responseIdOf(attributesOf({ 'output.value': output }));
/** As LangChain serializes what a model answered. */
const generated = (kwargs: object) =>
  JSON.stringify({
    generations: [
      [{ text: 'Wet.', message: { lc: 1, id: ['langchain_core', 'messages', 'AIMessage'], kwargs } }],
    ],
  });

describe("the id of a provider's answer", () => {
  test('is its own attribute first', () => {
    expect(
      responseIdOf(attributesOf({ 'gen_ai.response.id': 'msg_1', 'output.value': '{"id":"msg_2"}' })),
    ).toBe('msg_1');
  });

  test.each([
    ['msg_1', '{"id":"msg_1","type":"message","content":[]}'],
    ['chatcmpl-1', '{"id": "chatcmpl-1", "object": "chat.completion"}'],
    ['resp_1', '[{"id":"resp_1","object":"response"}]'],
    ['msg_1', generated({ content: [], response_metadata: { id: 'msg_1' }, id: 'msg_1' })],
    ['msg_1', generated({ id: 'run-1', response_metadata: { id: 'msg_1' } })],
    ['chatcmpl-1', generated({ response_metadata: { tokenUsage: {} }, id: 'chatcmpl-1' })],
    ['resp_1', generated({ content: [{ type: 'text', id: 'msg_9' }], response_metadata: { id: 'resp_1' } })],
  ])('is %s in %s', (id, output) => {
    expect(idOf(output)).toBe(id);
  });

  test.each([
    ['an answer in JSON', '{"id":"42","city":"Rome"}'],
    ["what a run of LangChain's has", generated({ content: 'Wet.', id: 'run-1' })],
    ['words', 'Use {"id":"msg_1"}.'],
    ['words in a result', generated({ content: '{"id":"chatcmpl-1","response_metadata":{"id":"msg_1"}}' })],
  ])('is not in %s', (_, output) => {
    expect(idOf(output)).toBeNull();
  });
});
