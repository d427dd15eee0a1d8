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

test('what only the list of the span around has comes right behind what is before it there', () => {
  const allowed = { role: 'tool', content: [{ type: 'approval', approved: true }] };
  const history: readonly unknown[] = [
    { role: 'user', content: 'Weather?' },
    {
      role: 'assistant',
      content: [{ type: 'tool-call', toolCallId: 'c1', toolName: 'get_weather', input: {} }],
    },
    {
      role: 'tool',
      content: [{ type: 'tool-result', toolCallId: 'c1', output: { type: 'text', value: 'mild' } }],
    },
    { role: 'assistant', content: 'Mild.' },
    { role: 'user', content: 'And now?' },
  ];
  const around = { messages: history.toSpliced(2, 0, allowed, allowed) };
  const spans = [
    agent({ id: '01', at: 0, ms: 30, attributes: { 'ai.prompt': JSON.stringify(around) } }),
    call({
      id: '02',
      parent: '01',
      at: 5,
      attributes: { 'ai.prompt.messages': JSON.stringify(history), 'ai.response.text': 'Mild, still.' },
    }),
  ];
  expect(linesOf(tellConversation(spans)).map((line) => line.slice(0, 30))).toEqual([
    'user: Weather?',
    'assistant: get_weather({})#c1',
    'tool: approval={"type":"approv',
    'tool: "mild"#c1',
    'assistant: Mild.',
    'user: And now?',
    'assistant: Mild, still.',
  ]);
});

test('what a tool answered is told once, where the span around has its picture as the program gave it', () => {
  const asking = { role: 'user', content: 'Weather?' };
  const calling = {
    role: 'assistant',
    content: [{ type: 'tool-call', toolCallId: 'c1', toolName: 'get_weather', input: {} }],
  };
  const answer = (type: string) => {
    const output = { type: 'content', value: [{ type, data: 'AAAA', mediaType: 'image/png' }] };
    return { role: 'tool', content: [{ type: 'tool-result', toolCallId: 'c1', output }] };
  };
  const turn = (trace: string, at: number, listOf: (type: string) => readonly unknown[]) => [
    agent({
      id: `${trace}-1`,
      at,
      ms: 30,
      trace,
      attributes: { 'ai.prompt': JSON.stringify({ messages: listOf('media') }) },
    }),
    call({
      id: `${trace}-2`,
      parent: `${trace}-1`,
      at: at + 5,
      trace,
      attributes: {
        'ai.prompt.messages': JSON.stringify(listOf('image-data')),
        'ai.response.text': `Sunny in ${trace}.`,
      },
    }),
  ];
  const thanks = [
    { role: 'assistant', content: 'Sunny in a1.' },
    { role: 'user', content: 'Thanks' },
  ];
  const spans = [
    ...turn('a1', 0, (type) => [asking, calling, ...(type === 'media' ? [] : [answer(type)])]),
    ...turn('a2', 60, (type) => [asking, calling, answer(type), ...thanks]),
  ];
  expect(linesOf(tellConversation(spans)).map((line) => line.slice(0, 12))).toEqual([
    'user: Weathe',
    'assistant: g',
    'tool: [{"typ',
    'assistant: S',
    'user: Thanks',
    'assistant: S',
  ]);
});
