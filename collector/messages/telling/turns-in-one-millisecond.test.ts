import { expect, test } from 'vitest';
import { tellConversation } from '../conversation.ts';
import { messagesOf, textMessage } from '../testing/build-messages.ts';
import { agent, call, linesOf } from '../testing/build-span.ts';

test('a turn that a clock of whole milliseconds starts before the end of the last one comes after it', () => {
  const turn = (trace: string, at: number, ms: number) => [
    agent({ id: `${trace}0`, trace, at, ms }),
    call({
      id: `${trace}1`,
      trace,
      parent: `${trace}0`,
      at,
      ms,
      attributes: messagesOf(
        [textMessage('user', `ask ${trace}`)],
        [textMessage('assistant', `say ${trace}`)],
      ),
    }),
  ];
  const session = [...turn('1', 0, 20.007), ...turn('2', 20, 0.004), ...turn('3', 21, 30)];
  expect(linesOf(tellConversation(session))).toEqual(
    ['1', '2', '3'].flatMap((trace) => [`user: ask ${trace}`, `assistant: say ${trace}`]),
  );
});
