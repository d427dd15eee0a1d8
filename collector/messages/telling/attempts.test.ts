import { expect, test } from 'vitest';
import { tellConversation } from '../conversation.ts';
import { agent, call, linesOf, talk, tool } from '../testing/build-span.ts';

const name = 'ask';
const failing = (id: string, at: number, error = 'Overloaded.') =>
  call({ id, name, parent: '00', at, ms: 4, error });
const asking = (at: number, history: Parameters<typeof talk>[0], id = '09') =>
  call({ id, name, parent: '00', at, ms: 4, attributes: talk(history, 'Hello.') });
const told = (...spans: Parameters<typeof tellConversation>[0]) =>
  linesOf(tellConversation([agent({ id: '00', ms: 90 }), ...spans]));

const FAILED = 'assistant: TestError! Overloaded.';

test('what was asked is told before the attempts of it that failed and say nothing', () => {
  const history = [
    ['system', 'Be brief.'],
    ['user', 'Hi'],
  ] as const;
  expect(told(failing('01', 1), failing('02', 6, 'Still so.'), asking(20, history))).toEqual([
    'system: Be brief.',
    'user: Hi',
    FAILED,
    'assistant: TestError! Still so.',
    'assistant: Hello.',
  ]);
});

test('so it is later in a conversation, behind what was said before', () => {
  const first = [['user', 'Hi']] as const;
  const second = [...first, ['assistant', 'Hello.'], ['user', 'And?']] as const;
  expect(told(asking(1, first, '01'), failing('02', 10), asking(20, second))).toEqual([
    'user: Hi',
    'assistant: Hello.',
    'user: And?',
    FAILED,
    'assistant: Hello.',
  ]);
});

test('what another call was asked, one at the same time or behind a tool, is told when that began', () => {
  const history = [['user', 'Hi']] as const;
  const asked = [FAILED, 'user: Hi', 'assistant: Hello.'];
  const other = call({ id: '09', name: 'title', parent: '00', at: 20, attributes: talk(history, 'Hello.') });
  expect(told(failing('01', 1), other)).toEqual(asked);
  expect(told(failing('01', 1), tool({ id: '02', parent: '00', at: 10 }), asking(20, history))).toEqual(
    asked,
  );
  const late = call({ id: '01', name, parent: '00', at: 1, ms: 20, error: 'Overloaded.' });
  expect(told(late, asking(2, history))).toEqual(['user: Hi', 'assistant: Hello.', FAILED]);
});
