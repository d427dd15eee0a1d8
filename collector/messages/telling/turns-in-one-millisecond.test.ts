import { expect, test } from 'vitest';
import { tellConversation } from '../conversation.ts';
import { messagesOf, textMessage } from '../testing/build-messages.ts';
import { agent, call, linesOf } from '../testing/build-span.ts';

const turn = (trace: string, at: number, ms: number, words = `ask ${trace}`) => [
  agent({ id: `${trace}0`, trace, at, ms }),
  call({
    id: `${trace}1`,
    trace,
    parent: `${trace}0`,
    at,
    ms,
    attributes: messagesOf([textMessage('user', words)], [textMessage('assistant', `say ${trace}`)]),
  }),
];

test('a turn that a clock of whole milliseconds starts before the end of the last one comes after it', () => {
  const session = [...turn('1', 0, 20.007), ...turn('2', 20, 0.004), ...turn('3', 21, 30)];
  expect(linesOf(tellConversation(session))).toEqual(
    ['1', '2', '3'].flatMap((trace) => [`user: ask ${trace}`, `assistant: say ${trace}`]),
  );
});

test('it does whatever short trace lies between the beginnings of the two', () => {
  const session = [...turn('1', 0, 20.007), ...turn('2', 1, 4), ...turn('3', 20, 5)];
  const lines = linesOf(tellConversation(session));
  expect(lines.slice(-3)).toEqual(['assistant: say 1', 'user: ask 3', 'assistant: say 3']);
});

test('such a turn that asks the same words again is no retry of the one before it', () => {
  const session = [...turn('1', 0, 20.007, 'go on'), ...turn('2', 20, 30, 'go on')];
  expect(linesOf(tellConversation(session))).toEqual(
    ['1', '2'].flatMap((trace) => ['user: go on', `assistant: say ${trace}`]),
  );
});

test('all of such a turn comes after the one before it, be it a call whose parent was not recorded', () => {
  const [root, inside] = turn('2', 20, 5);
  const orphan = call({
    id: '2x',
    trace: '2',
    parent: 'lost',
    at: 20,
    ms: 0.001,
    attributes: messagesOf([textMessage('user', 'ask x')], [textMessage('assistant', 'say x')]),
  });
  const first = agent({ id: '10', trace: '1', ms: 15 });
  const late = call({
    id: '1x',
    trace: '1',
    parent: 'lost',
    at: 1,
    ms: 19.007,
    attributes: messagesOf([textMessage('user', 'ask 1')], [textMessage('assistant', 'say 1')]),
  });
  const lines = linesOf(tellConversation([first, late, root!, inside!, orphan]));
  expect(lines.slice(0, 2)).toEqual(['user: ask 1', 'assistant: say 1']);
  expect(lines.slice(2).toSorted()).toEqual(
    ['2', 'x'].flatMap((name) => [`assistant: say ${name}`]).concat(['user: ask 2', 'user: ask x']),
  );
});
