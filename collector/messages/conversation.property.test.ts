import * as fc from 'fast-check';
import { Compile } from 'typebox/compile';
import { describe, expect, test } from 'vitest';
import { Conversation } from '../contract/messages.ts';
import type { AttributeValue } from '../decode/records.ts';
import { conversationOfSpan, tellConversation } from './conversation.ts';
import type { ConversationSpan } from './conversation-span.ts';
import { agent, call, chain, event, linesOf, log, span, talk, tool } from './testing/build-span.ts';

const KEYS = [
  'gen_ai.input.messages',
  'gen_ai.output.messages',
  'gen_ai.system_instructions',
  'gen_ai.tool.definitions',
  'gen_ai.tool.call.arguments',
  'gen_ai.tool.call.result',
  'gen_ai.tool.name',
  'gen_ai.prompt',
  'gen_ai.completion',
  'gen_ai.response.id',
  'ai.prompt',
  'ai.prompt.messages',
  'ai.prompt.tools',
  'ai.response.text',
  'ai.response.toolCalls',
  'ai.response.files',
  'ai.toolCall.args',
  'ai.toolCall.name',
  'input.value',
  'output.value',
  'llm.invocation_parameters',
  'llm.tools.0.tool.json_schema',
  'llm.input_messages.0.message.role',
  'llm.input_messages.0.message',
  'llm.input_messages.1.message.content',
  'llm.input_messages.99999999999.message.contents.0.message_content.text',
  'llm.output_messages.0.message.tool_calls.0.tool_call.function.arguments',
  'llm.output_messages.__proto__.message.role',
  'content',
  'message',
  'tool_calls',
  'id',
];

const deep = (open: string, close: string): string => open.repeat(10_000) + close.repeat(10_000);
const REAL_TEXTS = [
  '[{"role":"user","parts":[{"type":"text","content":"Hi"}]}]',
  '[{"role":"assistant","parts":[{"type":"tool_call","id":"c","name":"n","arguments":{"a":1}}]}]',
  '{"model":"m","messages":[{"role":"user","content":[{"type":"image_url","image_url":{"url":"data:image/png;base64,AA"}}]}]}',
  '{"choices":[{"message":{"role":"assistant","content":null,"tool_calls":[{"function":{"name":"n"}}]}}]}',
  '[{"toolResult":{"toolUseId":"c","content":[{"json":{}}]}}]',
  '{"messages":[[{"lc":1,"type":"constructor","id":["x","AIMessage"],"kwargs":{"content":[]}}]]}',
];

/** Valid, cut off, too deep, of another type: what exporters, and people who test them, send. */
const texts = fc.oneof(
  fc.string(),
  fc.json(),
  fc.constantFrom(...REAL_TEXTS),
  fc
    .tuple(fc.constantFrom(...REAL_TEXTS), fc.nat(100))
    .map(([text, percent]) => text.slice(0, (text.length * percent) / 100)),
  fc.constantFrom(
    deep('[', ']'),
    deep('{"a":', '}'),
    deep('{"role":"user","content":[', ']}'),
    '{"__proto__":{"a":1}}',
  ),
);
const values: fc.Arbitrary<AttributeValue> = fc.letrec<{ value: AttributeValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    texts,
    fc.boolean(),
    fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
    fc.double(),
    fc.constant(null),
    fc.uint8Array(),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.string(), tie('value'), { maxKeys: 3 }).map((object) => new Map(Object.entries(object))),
  ),
})).value;
const attributes = fc.dictionary(fc.constantFrom(...KEYS), values, { maxKeys: 8 });
const events = fc.array(
  fc
    .tuple(
      fc.constantFrom(
        'gen_ai.user.message',
        'gen_ai.assistant.message',
        'gen_ai.tool.message',
        'gen_ai.choice',
        'gen_ai.client.inference.operation.details',
        'exception',
      ),
      attributes,
    )
    .map(([name, own]) => event(name, own)),
  { maxLength: 3 },
);
const anySpan: fc.Arbitrary<ConversationSpan> = fc
  .record({
    make: fc.constantFrom(span, call, agent, chain, tool),
    id: fc.constantFrom('01', '02', '03', '04'),
    parent: fc.constantFrom('01', '02', '03', '05'),
    trace: fc.constantFrom('a1', 'a2'),
    at: fc.nat(20),
    ms: fc.nat(20),
    attributes,
    events,
    logBody: values,
    error: fc.option(fc.string(), { nil: undefined }),
  })
  .map(({ make, logBody, error, ...options }) =>
    make({ ...options, logs: [log('gen_ai.choice', logBody)], ...(error === undefined ? {} : { error }) }),
  );

const conversationSchema = Compile(Conversation);

describe('whatever attributes hold', () => {
  test('reading and telling never throw, and answer what the contract says, as JSON', () => {
    fc.assert(
      fc.property(fc.array(anySpan, { maxLength: 6 }), (spans) => {
        for (const conversation of [tellConversation(spans), ...spans.map(conversationOfSpan)]) {
          const copy: unknown = JSON.parse(JSON.stringify(conversation));
          expect(conversationSchema.Errors(copy)).toEqual([]);
        }
      }),
      { numRuns: 400 },
    );
  });

  test('ids of messages are unique and the same again', () => {
    fc.assert(
      fc.property(fc.array(anySpan, { maxLength: 6 }), (spans) => {
        const ids = tellConversation(spans).messages.map(({ id }) => id);
        expect(new Set(ids).size).toBe(ids.length);
        expect(tellConversation(spans).messages.map(({ id }) => id)).toEqual(ids);
      }),
      { numRuns: 100 },
    );
  });
});

describe('laws of telling', () => {
  const unique = fc.uniqueArray(anySpan, {
    maxLength: 6,
    selector: ({ record }) => `${record.traceId}${record.spanId}`,
  });

  test('the order of arrival does not matter', () => {
    fc.assert(
      fc.property(
        unique.chain((spans) =>
          fc.tuple(fc.constant(spans), fc.shuffledSubarray(spans, { minLength: spans.length })),
        ),
        ([spans, shuffled]) => {
          expect(tellConversation(shuffled)).toEqual(tellConversation(spans));
        },
      ),
      { numRuns: 200 },
    );
  });

  test('a chat whose every call repeats the whole history is told exactly once, whichever calls were recorded', () => {
    const turn = fc.record({
      asked: fc.constantFrom('yes', 'no', 'OK', 'why?'),
      answered: fc.constantFrom('yes', 'no', 'OK'),
      isRecorded: fc.boolean(),
      hasAnswer: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(turn, { minLength: 1, maxLength: 12 }), (turns) => {
        const history: (readonly [string, string])[] = [];
        const spans = turns.flatMap(({ asked, answered, isRecorded, hasAnswer }, index) => {
          history.push(['user', asked]);
          const isLast = index === turns.length - 1;
          const attributes = talk(history, hasAnswer || isLast ? answered : undefined);
          history.push(['assistant', answered]);
          const id = String(index).padStart(2, '0');
          return isRecorded || isLast ? [call({ id, at: index * 20, attributes })] : [];
        });
        expect(linesOf(tellConversation(spans))).toEqual(
          history.map(([role, content]) => `${role}: ${content}`),
        );
      }),
      { numRuns: 500 },
    );
  });
});
