import * as fc from 'fast-check';
import { Compile } from 'typebox/compile';
import { describe, expect, test } from 'vitest';
import { Conversation } from '../contract/messages.ts';
import { conversationOfSpan, tellConversation } from './conversation.ts';
import { anySpan } from './testing/arbitrary-span.ts';
import { call, linesOf, talk } from './testing/build-span.ts';

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
    const long = 'A sentence that is long enough to be known again wherever it stands.';
    const turn = fc.record({
      asked: fc.constantFrom('yes', 'no', 'OK', 'why?', long),
      answered: fc.constantFrom('yes', 'no', 'OK', long),
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
