import { describe, expect, test } from 'vitest';
import { conversationOfSpan } from '../conversation.ts';
import { linesOf, tool } from '../testing/build-span.ts';

const NAME = { 'gen_ai.tool.name': 'rain' };
const read = (attributes: Parameters<typeof tool>[0]['attributes']) =>
  linesOf(conversationOfSpan(tool({ id: '01', attributes: { ...NAME, ...attributes } })));

describe('functions that google-genai called', () => {
  test('have a key for each parameter', () => {
    const attributes = {
      'code.function.name': 'rain',
      'code.args.keyword.count': 2n,
      'code.function.parameters.city.type': 'str',
      'code.function.parameters.city.value': 'Rome',
      'code.function.parameters.days.type': 'list',
      'code.function.parameters.days.value': [1n, 2n],
      'code.function.return.type': 'dict',
      'code.function.return.value': '{"mm": 3}',
    };
    expect(read(attributes)).toEqual([
      'assistant: rain({"city":"Rome","days":[1,2]})#null',
      'tool: {"mm":3}#null',
    ]);
  });

  test('have them in the arguments of the conventions since 1.0', () => {
    const attributes = {
      'gen_ai.tool.call.arguments':
        '{"code.function.parameters.city.type": "str", "code.function.parameters.city.value": "Rome"}',
      'gen_ai.tool.call.result': '"wet"',
    };
    expect(read(attributes)).toEqual(['assistant: rain({"city":"Rome"})#null', 'tool: "wet"#null']);
  });

  test('may have none; where content was not to be recorded, they say nothing', () => {
    expect(read({ 'code.function.parameters.city.type': 'str' })).toEqual([]);
    expect(read({ 'code.function.return.value': 'wet' })).toEqual([
      'assistant: rain(null)#null',
      'tool: "wet"#null',
    ]);
  });
});
