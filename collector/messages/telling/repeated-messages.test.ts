import { expect, test } from 'vitest';
import { tellConversation } from '../conversation.ts';
import { joinItems } from '../payloads/joined-items.ts';
import { messageOf } from '../payloads/message.ts';
import { say } from '../reading.ts';
import { agent, call, talk } from '../testing/build-span.ts';
import { teller, tellWords, textAtom } from '../testing/build-told.ts';
import type { Atom } from './atoms.ts';
import { HistoryWalk } from './history-walk.ts';
import { History, type HistoryNode } from './history.ts';
import { ToolLedger } from './ledger.ts';
import { ToldList, replacePart } from './told.ts';
import { ToldWords } from './told-words.ts';

const told = tellWords(new ToldList(), 'Hello.');

/** So many that in time by their square a test would not end. */
const MANY = 100_000;

/** Walks a history of one message again and again; returns how much of it was told before. */
function walk(history: History, one: Atom, count: number): number {
  const conversation = { history, ledger: new ToolLedger(), isSaidByTool: () => false };
  const atoms = Array.from({ length: count }, () => one);
  const walked = new HistoryWalk(conversation, { start: history.root, atoms, isCut: false, traceId: 'a1' });
  let known = 0;
  for (const each of atoms) {
    if (walked.next() === undefined) walked.goOn(history.add(walked.placeOf(each), each, told));
    else known++;
  }
  return known;
}

test.each(['user', 'assistant', 'system'] as const)(
  'a history of one message again and again, of role %s, and one that goes on with as many',
  (role) => {
    const history = new History();
    expect(walk(history, textAtom(role, 1), MANY)).toBe(0);
    expect(walk(history, textAtom(role, 1), 2 * MANY)).toBe(MANY);
  },
);

test('calls of one turn that stand apart are joined', () => {
  const part = { type: 'tool_call', id: null, name: 'look', arguments: {} } as const;
  const calls = Array.from({ length: MANY }, () => messageOf('assistant', [part]));
  const joined = joinItems(calls);
  expect(joined).toHaveLength(1);
  expect(joined[0]!.parts).toHaveLength(MANY);
});

test('parts of one message get fuller copies', () => {
  const parts = Array.from({ length: MANY }, (_, index) => ({ type: 'text', content: `${index}` }) as const);
  const [said] = say([messageOf('assistant', parts)], { direction: 'output' });
  const options = { teller, agentName: null, at: { nano: 0n, place: 0 }, after: null };
  const one = new ToldList().tell(said!, options);
  for (const part of parts) replacePart(one, part, { ...part, content: `${part.content}!` });
  expect(one.content.parts.at(-1)).toEqual({ type: 'text', content: `${MANY - 1}!` });
  // What all spans share that repeat it is never changed.
  expect(said!.content.parts).toEqual(parts);
});

test('a part that stands in a message twice gets its fuller copy at both places, and a fuller one after that', () => {
  const part = { type: 'text', content: 'a' } as const;
  const [said] = say([messageOf('assistant', [part, part])], { direction: 'output' });
  const options = { teller, agentName: null, at: { nano: 0n, place: 0 }, after: null };
  const one = new ToldList().tell(said!, options);
  const [fuller, fullest] = [
    { ...part, content: 'ab' },
    { ...part, content: 'abc' },
  ];
  replacePart(one, part, fuller);
  replacePart(one, part, { ...part, content: 'not there any more' });
  replacePart(one, fuller, fullest);
  expect(one.content.parts).toEqual([fullest, fullest]);
});

test('answers of one text to other calls each are no copies of one another', () => {
  const history = new History();
  const answer = (id: string): Atom => ({ ...textAtom('tool', 1), kind: 'answer', id });
  let found = 0;
  for (let index = 0; index < MANY; index++) {
    if (history.next(history.root, answer(`c${index}`)) !== undefined) found++;
    history.add(history.root, answer(`c${index}`), told);
  }
  expect(found).toBe(0);
});

test('an answer that came without an id is found by that which it got since', () => {
  const history = new History();
  const answer = (id: string | null): Atom => ({ ...textAtom('tool', 1), kind: 'answer', id });
  history.add(history.root, answer('c1'), told);
  const late = history.add(history.root, answer(null), told);
  late.atom = answer('c2');
  expect(history.next(history.root, answer('c2'))).toBe(late);
});

test('calls in a row are looked through for the last of them', () => {
  const history = new History();
  const calls: HistoryNode[] = [history.root];
  for (let key = 0; key < MANY; key++)
    calls.push(history.add(calls.at(-1)!, { ...textAtom('assistant', key), kind: 'call' }, told));
  for (let index = 0; index < MANY / 4; index++)
    expect(history.afterCalls(calls[index]!).order).toBeGreaterThan(index);
  expect(history.afterCalls(calls[MANY - 3]!)).toBe(calls.at(-1));
});

test('a text that merges one answer again and again', () => {
  const list = new ToldList();
  const words = new ToldWords(list);
  for (let index = 0; index < MANY; index++) tellWords(list, 'Hello.');
  expect(words.isMerged('Hello. '.repeat(MANY), () => true)).toBe(true);
  expect(words.isMerged('Hello. '.repeat(MANY + 1), () => true)).toBe(false);
});

test('a message that repeats is not looked for among all that begin like it but do not count', () => {
  const list = new ToldList();
  const words = new ToldWords(list);
  for (let index = 0; index < MANY; index++) tellWords(list, 'Hello.');
  let looks = 0;
  const isMerged = words.isMerged('Hello.', () => {
    looks++;
    return false;
  });
  expect(isMerged).toBe(false);
  expect(looks).toBeLessThan(10_000);
});

test('calls that none of as many spans ran are not looked through by each', () => {
  const history = new History();
  const ledger = new ToolLedger();
  for (let key = 0; key < MANY; key++)
    ledger.note(history.add(history.root, { ...textAtom('assistant', key), kind: 'call', id: 'c1' }, told));
  for (const entry of ledger.entriesOf('a1').slice(0, -1)) ledger.ran(entry, teller);
  for (let index = 0; index < MANY; index++)
    expect(ledger.left.withId('c1', () => false, 'a1')).toBeUndefined();
  expect(ledger.left.withId('c1', () => true, 'a1')?.atom.key).toBe(MANY - 1);
});

test('a span says as many instructions as messages', () => {
  const count = MANY / 8;
  const history = Array.from({ length: 2 * count }, (_, index) =>
    index < count ? (['system', `Be ${index}.`] as const) : (['user', 'hi'] as const),
  );
  const { messages } = tellConversation([call({ id: '01', attributes: talk(history, 'ok') })]);
  expect(messages).toHaveLength(2 * count + 1);
});

test('calls that say only which tool they called, inside of one agent', () => {
  const count = MANY / 10;
  const parts = (index: number) => [{ type: 'tool_call', id: `c${index}`, name: 'look', arguments: {} }];
  const calls = Array.from({ length: count }, (_, index) => {
    const output = JSON.stringify([{ role: 'assistant', parts: parts(index) }]);
    const id = index.toString(16).padStart(16, '0');
    return call({ id, parent: 'a0', at: index, ms: 1, attributes: { 'gen_ai.output.messages': output } });
  });
  const around = agent({ id: 'a0', ms: 2 * count, attributes: talk([['user', 'Look.']]) });
  expect(tellConversation([around, ...calls]).messages).toHaveLength(count + 1);
});
