import { expect, test } from 'vitest';
import { tellConversation } from '../conversation.ts';
import { messagesOf, textMessage, toolAnswer, weatherCalls } from '../testing/build-messages.ts';
import { agent, call, linesOf } from '../testing/build-span.ts';

/* What spans around calls repeat of earlier turns, in lists that say more than those of the calls. */

const asked = textMessage('user', 'Weather?');
const paris = weatherCalls(['c1', 'Paris']);
const mild = textMessage('assistant', 'Mild.');
const again = textMessage('user', 'And now?');

test('what was thought before a call stays with it, where a later turn calls the same again', () => {
  const thoughtful = {
    role: 'assistant',
    parts: [{ type: 'reasoning', content: 'Look it up.' }, ...paris.parts],
  };
  const history = [asked, thoughtful, toolAnswer('c1', 'mild'), mild, again];
  const attributes = messagesOf(history, [weatherCalls(['c2', 'Paris'])]);
  const spans = [
    call({ id: '01', at: 0, trace: 'a1', attributes: messagesOf([asked], [thoughtful]) }),
    call({ id: '02', at: 20, trace: 'a1', attributes: messagesOf(history.slice(0, 3), [mild]) }),
    agent({ id: '03', at: 40, ms: 30, trace: 'a2', attributes }),
    call({ id: '04', parent: '03', at: 45, trace: 'a2', attributes }),
  ];
  expect(linesOf(tellConversation(spans))).toEqual([
    'user: Weather?',
    'assistant: (Look it up.) + get_weather({"city":"Paris"})#c1',
    'tool: "mild"#c1',
    'assistant: Mild.',
    'user: And now?',
    'assistant: get_weather({"city":"Paris"})#c2',
  ]);
});
