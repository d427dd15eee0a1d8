import { expect, test } from 'vitest';
import { tellConversation } from '../conversation.ts';
import { call, chain, linesOf, tool } from '../testing/build-span.ts';

test("Spring AI's uses of tools are calls and their answers, though its models' spans hold no messages", () => {
  const used = (id: string, city: string, result: string) => ({
    'spring.ai.tool.definition.name': 'rain',
    'spring.ai.tool.call.id': id,
    'spring.ai.tool.call.arguments': JSON.stringify({ city }),
    'spring.ai.tool.call.result': JSON.stringify(result),
  });
  const spans = [
    chain({ id: '00', ms: 100 }),
    call({ id: '01', parent: '00', at: 1 }),
    tool({ id: '02', parent: '00', at: 20, attributes: used('c1', 'Rome', 'wet') }),
    tool({ id: '03', parent: '00', at: 40, attributes: used('c2', 'Oslo', 'wet') }),
    call({ id: '04', parent: '00', at: 60 }),
  ];
  expect(linesOf(tellConversation(spans))).toEqual([
    'assistant: rain({"city":"Rome"})#c1',
    'tool: "wet"#c1',
    'assistant: rain({"city":"Oslo"})#c2',
    'tool: "wet"#c2',
  ]);
});
