import { expect, test } from 'vitest';
import { conversationOfSpan } from '../conversation.ts';
import { messagesOf, textMessage } from '../testing/build-messages.ts';
import { agent, call, linesOf } from '../testing/build-span.ts';

const notice = (text: string) => `<task-notification>\n${text}\n</task-notification>`;
const reminder = (text: string) => `<system-reminder>\n${text}\n</system-reminder>`;

test.each([
  [[notice('One'), 'And?', notice('Two')], 'system_reminders="One" + And? + system_reminders="Two"'],
  [[notice('One'), 'And?'], 'system_reminders="One" + And?'],
  [[notice(`It wrote ${notice('x')}.`)], `system_reminders=${JSON.stringify(`It wrote ${notice('x')}.`)}`],
  [[notice('One </task-notification> two')], 'system_reminders="One </task-notification> two"'],
  [[notice('One'), '<task-notification> is cut'], 'system_reminders="One" + <task-notification> is cut'],
  [['<task-notification> is cut'], '<task-notification> is cut'],
  [['What is', notice('One')], `What is\n${notice('One')}`],
])("a person's words stand beside notices of the program's: %#", (prompt, told) => {
  const attributes = { 'span.type': 'interaction', user_prompt: prompt.join('\n') };
  expect(linesOf(conversationOfSpan(agent({ id: '00', attributes })))).toEqual([`user: ${told}`]);
});

test.each([
  [[reminder('One'), 'And?', reminder('Two')], 'system_reminders="One" + And? + system_reminders="Two"'],
  [[reminder('One'), reminder('Two')], 'system_reminders="One" + system_reminders="Two"'],
  [['<system-reminder>One is cut'], 'system_reminders="One is cut"'],
])("so they do beside reminders behind a tool's answer, and in a prompt: %#", (lines, told) => {
  const text = lines.join('\n');
  const contexts = [
    JSON.stringify([
      { type: 'text', text: 'Dry.' },
      { type: 'text', text },
    ]),
    `Dry.\n\n${text}`,
  ];
  const isCut = !text.endsWith('>');
  for (const context of isCut ? contexts.slice(0, 1) : contexts) {
    const new_context = `[TOOL RESULT: c1]\n${context}`;
    const asked = call({ id: '01', attributes: { 'span.type': 'llm_request', new_context } });
    expect(linesOf(conversationOfSpan(asked))).toEqual(['tool: "Dry."#c1', `user: ${told}`]);
  }
  const prompted = call({
    id: '02',
    scope: 'qwen-code',
    attributes: messagesOf([textMessage('user', text)], []),
  });
  expect(linesOf(conversationOfSpan(prompted))).toEqual([`user: ${told}`]);
});
