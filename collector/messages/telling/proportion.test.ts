import { expect, test } from 'vitest';
import { messageOf } from '../payloads/message.ts';
import { say } from '../reading.ts';
import { span } from '../testing/build-span.ts';
import type { Atom } from './atoms.ts';
import { History } from './history.ts';
import { ToolLedger } from './ledger.ts';
import { type Told, ToldList } from './told.ts';
import { ToldWords } from './told-words.ts';

const teller = span({ id: '01' });

function tellWords(list: ToldList, words: string): Told {
  const [said] = say([messageOf('assistant', [{ type: 'text', content: words }])], { direction: 'output' });
  return list.tell(said!, { teller, agentName: null, at: { nano: 0n, place: 0 }, after: null });
}

const told = tellWords(new ToldList(), 'Hello.');
const atom = (role: Atom['role'], key: number): Atom => ({ kind: 'text', role, key, id: null, parts: [] });

function addChain(count: number): void {
  const history = new History();
  let node = history.root;
  for (let key = 0; key < count; key++) node = history.add(node, atom('assistant', key), told);
}

function askAnew(count: number): void {
  const history = new History();
  for (let key = 0; key < count; key++) {
    if (history.find(history.root, atom('user', key)) !== undefined) continue;
    history.add(history.add(history.root, atom('user', key), told), atom('assistant', -key), told);
  }
}

function runCalls(count: number): void {
  const history = new History();
  const ledger = new ToolLedger();
  for (let key = 0; key < count; key++) {
    ledger.note(history.add(history.root, { ...atom('assistant', key), kind: 'call' }, told));
    for (const left of ledger.entriesLeftIn('a1')) ledger.ran(left, teller);
  }
}

function compareTexts(count: number): void {
  const list = new ToldList();
  const words = new ToldWords(list);
  for (let index = 0; index < count; index++) tellWords(list, `Question ${index} has an answer of its own.`);
  for (let index = 0; index < count; index++)
    words.isMerged(`Question ${index} has an answer of its own. And more.`, () => true);
}

/** Milliseconds of this thread alone, whatever else the machine does. */
function costOf(run: () => void): number {
  const before = process.threadCpuUsage();
  run();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

test.each([
  ['what models and tools said one after the other is added', addChain],
  ['questions that begin anew are looked for among as many', askAnew],
  ['calls without ids are looked for by the tools that ran them', runCalls],
  ['texts of spans around calls are looked for in as many messages', compareTexts],
])('time grows in proportion where %s', (_, run) => {
  run(2000);
  // A clock of threads may tick in milliseconds.
  const small = Math.max(
    2,
    costOf(() => run(2000)),
  );
  // The square of sixteen times as many is 256 times as much.
  expect(costOf(() => run(32_000))).toBeLessThan(64 * small);
});
