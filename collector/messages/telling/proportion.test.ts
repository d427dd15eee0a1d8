import { describe, expect, test } from 'vitest';
import type { ConversationSpan } from '../conversation-span.ts';
import { tellConversation } from '../conversation.ts';
import { agent, call, chain, talk, tool } from '../testing/build-span.ts';
import { teller, tellWords, textAtom } from '../testing/build-told.ts';
import { History } from './history.ts';
import { ToolLedger } from './ledger.ts';
import { type Told, ToldList } from './told.ts';
import { ToldWords } from './told-words.ts';

const told = tellWords(new ToldList(), 'Hello.');

/** So many that in time by their square a test would not end. */
const MANY = 200_000;

test('what models and tools said one after the other is added', () => {
  const history = new History();
  let node = history.root;
  for (let key = 0; key < MANY; key++) node = history.add(node, textAtom('assistant', key), told);
  expect(history.find(history.root, textAtom('assistant', 0))).toBeDefined();
});

test('questions that begin anew are looked for among as many', () => {
  const history = new History();
  let found = 0;
  for (let round = 0; round < 2; round++) {
    for (let key = 0; key < MANY; key++) {
      if (history.find(history.root, textAtom('user', key)) !== undefined) found++;
      else
        history.add(
          history.add(history.root, textAtom('user', key), told),
          textAtom('assistant', -key),
          told,
        );
    }
  }
  expect(found).toBe(MANY);
});

test('calls without ids are looked for by the tools that ran them', () => {
  const history = new History();
  const ledger = new ToolLedger();
  let ran = 0;
  for (let key = 0; key < MANY; key++) {
    ledger.note(history.add(history.root, { ...textAtom('assistant', key), kind: 'call' }, told));
    const left = ledger.left.of('', () => true, 'a1');
    if (left === undefined) continue;
    ledger.ran(left, teller);
    ran++;
  }
  expect(ran).toBe(MANY);
});

test('answers without a call, all of one id and one text, are looked for by as many calls that came after them', () => {
  const history = new History();
  const ledger = new ToolLedger();
  const after = { ...told, at: { nano: 1n, place: 0 } };
  const use = (kind: 'call' | 'answer', key: number, by: Told): void => {
    const asked = history.add(history.root, textAtom('user', key), by);
    ledger.note(history.add(asked, { ...textAtom('assistant', 0), kind, id: 'c1' }, by));
  };
  for (let key = 0; key < MANY; key++) use('answer', key, told);
  for (let key = 0; key < MANY; key++) use('call', MANY + key, after);
  const entries = ledger.entriesOf('a1');
  for (const entry of entries) ledger.adoptAnswer(entry, textAtom('assistant', 0));
  // By its id the trace's latest answer is the first call's; all others were there before the calls that look for one.
  expect(entries.filter(({ answer }) => answer !== null)).toHaveLength(1);
});

test('texts of spans around calls are looked for in as many messages', () => {
  const list = new ToldList();
  const words = new ToldWords(list);
  const answer = (index: number): string => `Question ${index} has an answer of its own.`;
  for (let index = 0; index < MANY; index++) tellWords(list, answer(index));
  let merged = 0;
  for (let index = 0; index < MANY; index++)
    if (words.isMerged(`${answer(index)} And more.`, () => true)) merged++;
  expect(merged).toBe(0);
});

/** Spans that count how often they are looked at. */
function countingLooks(): { readonly of: (one: ConversationSpan) => ConversationSpan; looks: number } {
  const counter = {
    looks: 0,
    of: (one: ConversationSpan): ConversationSpan => ({
      get span() {
        counter.looks++;
        return one.span;
      },
      get record() {
        counter.looks++;
        return one.record;
      },
    }),
  };
  return counter;
}

const COUNT = 2000;
const idOf = (index: number): string => index.toString(16).padStart(16, '0');

test.each([
  ['one after the other, each instructed otherwise', (index: number) => [`Be ${index}.`, index] as const],
  ['all at once', () => ['Be kind.', 0] as const],
])('who asks the same is compared with a few: %s', (_, asked) => {
  const counter = countingLooks();
  const spans = Array.from({ length: COUNT }, (_span, index) => {
    const [instructions, at] = asked(index);
    const attributes = talk(
      [
        ['system', instructions],
        ['user', 'Why?'],
      ],
      `a${index}`,
    );
    return counter.of(call({ id: idOf(index), at, ms: 1, attributes }));
  });
  tellConversation(spans);
  expect(counter.looks).toBeLessThan(250 * COUNT);
});

test('of events that begin and end calls of one run each is looked at a few times, however they are named', () => {
  const counter = countingLooks();
  const scope = '@arizeai/openinference-instrumentation-beeai';
  const spans = Array.from({ length: COUNT }, (_span, index) => {
    const target = `backend.${index}.chat.success`;
    return counter.of(call({ id: idOf(index), at: index, scope, attributes: { target, traceId: 'r1' } }));
  });
  tellConversation(spans);
  expect(counter.looks).toBeLessThan(250 * COUNT);
});

describe.each([
  ['inside one another', (index: number) => index - 1],
  ['in one that is around them', () => 0],
])('of spans %s', (_, parentOf) => {
  test.each([
    ['calls', [call]],
    ['calls and tools', [call, tool]],
    ['agents', [agent]],
    ['chains and calls', [chain, call]],
  ])('each is looked at a few times: %s', (_kinds, build) => {
    const counter = countingLooks();
    const spans = Array.from({ length: COUNT }, (_span, index) => {
      const parent = index === 0 ? {} : { parent: idOf(parentOf(index)) };
      const attributes = talk([['user', `q${index}`]], `a${index}`);
      const times = { at: index, ms: 2 * (COUNT - index) };
      const options = { id: idOf(index), ...parent, ...times, attributes, span: { total_tokens: 0 } };
      return counter.of(build[index % build.length]!(options));
    });
    tellConversation(spans);
    expect(counter.looks).toBeLessThan(200 * COUNT);
  });
});
