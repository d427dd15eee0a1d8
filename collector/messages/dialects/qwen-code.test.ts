import { expect, test } from 'vitest';
import { tellConversation } from '../conversation.ts';
import { messagesOf, textMessage } from '../testing/build-messages.ts';
import { agent, call, linesOf } from '../testing/build-span.ts';

const scope = 'qwen-code';
const said = (type: string, content: string) => ({ type, content });

test("Qwen Code's reminders are not the person's words, which are told once, and thoughts come before what was said", () => {
  const asked = {
    role: 'user',
    parts: [said('text', '<system-reminder>\nIt is Friday.\n</system-reminder>'), said('text', 'Rain?')],
  };
  const answer = { role: 'assistant', parts: [said('text', 'No.'), said('reasoning', 'Looks dry.')] };
  const spans = [
    agent({
      id: '01',
      ms: 50,
      scope,
      attributes: messagesOf([textMessage('user', 'Rain?')], [textMessage('assistant', 'No.')]),
    }),
    call({
      id: '02',
      parent: '01',
      at: 10,
      scope,
      attributes: messagesOf([textMessage('system', 'Be brief.'), asked], [answer]),
    }),
  ];
  expect(linesOf(tellConversation(spans))).toEqual([
    'system: Be brief.',
    'user: system_reminders="It is Friday." + Rain?',
    'assistant: (Looks dry.) + No.',
  ]);
});
