import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createExtractor } from '../extract/extract.ts';
import { conversationSpan } from '../extract/fixtures/conversation-span.ts';
import { type SpanSketch, spanInput } from '../extract/fixtures/span-input.ts';
import { everySample } from '../testing/every-sample.ts';
import { conversationOfSpan, tellConversation } from './conversation.ts';
import type { ConversationSpan } from './conversation-span.ts';
import { ReadCache } from './read-cache.ts';
import { searchTexts } from './search-texts.ts';
import { spanHappenings } from './span-events.ts';
import { anyValue } from './testing/arbitrary-span.ts';
import { proseOf, replaceTexts } from './testing/change-texts.ts';

/*
 * Laws of reading, over the spans of every framework as it writes them.
 */

const samples = await everySample();
const extractor = createExtractor();
const readable = (span: SpanSketch): ConversationSpan =>
  conversationSpan(span, extractor.extract(spanInput(span)));

/** Messages and definitions of tools. */
function toldBy(span: SpanSketch): string {
  const { messages, tools } = conversationOfSpan(readable(span));
  return JSON.stringify({ messages, tools });
}

/** Texts that are nobody's words, by where they stand. */
const NO_CONTENT: Readonly<Record<string, string>> = {
  'graph.node.id': 'names an agent',
  'langsmith.span.tags': 'labels',
  'logfire.msg_template': 'names a kind of span',
  'session.id': 'an id, and what a scrubber leaves of it',
  'langgraph: a node that hands over to another agent has not failed, as OpenInference records it for JavaScript event exception exception.message':
    'how a node ends that hands over',
  'genkit: a tool that waits for a person has not failed event exception exception.stacktrace':
    'how a tool ends that waits; what it asks is what it was called with',
  "crewai: a crew's run crew_tasks": "what a crew is set up to do; its tasks' own spans tell it",
  'crewai: a tool, by what the model wrote input.value':
    'what the model wrote around its call; the call of the model tells it',
  'beeai: what it notes of itself thought': 'a piece of what the model wrote; the call of the model tells it',
};
const isContent = (says: string, place: string): boolean =>
  !(place in NO_CONTENT) && !(`${says} ${place}` in NO_CONTENT);

describe('no text of a recorded span is lost', () => {
  test('names only exceptions that there are', () => {
    const places = new Set(
      samples.flatMap(({ says, span }) =>
        [...proseOf(span).values()].flatMap((found) =>
          [...found].flatMap((place) => [place, `${says} ${place}`]),
        ),
      ),
    );
    expect(Object.keys(NO_CONTENT).filter((place) => !places.has(place))).toEqual([]);
  });

  // Any words, but for signs that JSON text writes in another way.
  const words = fc.stringMatching(/^[\p{L}]{3,9} [\p{L}\p{Emoji_Presentation}]{3,9}$/u);

  test.each(samples.map(({ says, span }) => [says, span] as const))('%s', (says, span) => {
    const held = [...proseOf(span)].filter(([, places]) =>
      [...places].some((place) => isContent(says, place)),
    );
    if (held.length === 0) return;
    fc.assert(
      fc.property(fc.uniqueArray(words, { minLength: held.length, maxLength: held.length }), (drawn) => {
        const texts = new Map(held.map(([text], i) => [text, `${drawn[i]!} ${i}`]));
        const told = toldBy(replaceTexts(span, texts));
        for (const text of texts.values()) expect(told).toContain(text);
      }),
      { numRuns: 5 },
    );
  });

  test('is asked of most spans', () => {
    const asked = samples.filter(({ span }) => proseOf(span).size > 0);
    expect(asked.length).toBeGreaterThan(samples.length / 2);
  });
});

test('reading never throws, whatever stands in place of a value', () => {
  const sample = fc.constantFrom(...samples).chain(({ span }) => {
    const keys = Object.keys(span.attributes ?? {});
    const changed = fc.dictionary(
      keys.length === 0 ? fc.constant('none') : fc.constantFrom(...keys),
      anyValue,
      {
        maxKeys: 3,
      },
    );
    return changed.map((values) => ({ ...span, attributes: { ...span.attributes, ...values } }));
  });
  fc.assert(
    fc.property(fc.array(sample, { minLength: 1, maxLength: 4 }), (sketches) => {
      const spans = sketches.map(readable);
      for (const span of spans) {
        JSON.stringify(conversationOfSpan(span));
        spanHappenings(span);
        searchTexts(span, new ReadCache());
      }
      JSON.stringify(tellConversation(spans));
    }),
    { numRuns: 400 },
  );
});
