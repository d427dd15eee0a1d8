import { describe, expect, test } from 'vitest';
import { tellConversation } from '../conversation.ts';
import { messagesOf, textMessage, weatherCalls } from '../testing/build-messages.ts';
import { call, linesOf } from '../testing/build-span.ts';

interface Message {
  readonly role: string;
  readonly parts: readonly unknown[];
}

const text = (content: string) => ({ type: 'text', content });
const bytes = (content: string) => ({ type: 'blob', modality: 'image', mime_type: 'image/png', content });
const address = (uri: string) => ({ type: 'uri', modality: 'image', mime_type: 'image/png', uri });
const user = (...parts: readonly unknown[]): Message => ({ role: 'user', parts });
const assistant = (words: string): Message => textMessage('assistant', words);

/** What is told of two more turns whose histories have `kept` for what was asked at first. */
function toldAfter(
  asked: readonly Message[],
  kept: readonly Message[],
  answer: Message = assistant('A dot.'),
): readonly string[] {
  const more = [user(text('Sure?')), assistant('Yes.'), user(text('Fine.'))];
  const histories = [asked, [...kept, answer, more[0]], [...kept, answer, ...more]];
  const answers = [answer, more[1], assistant('Bye.')];
  const spans = histories.map((history, turn) =>
    call({
      id: `0${turn}`,
      trace: `a${turn}`,
      at: turn * 20,
      attributes: messagesOf(history, [answers[turn]]),
    }),
  );
  return linesOf(tellConversation(spans));
}

const REST = ['user: Sure?', 'assistant: Yes.', 'user: Fine.', 'assistant: Bye.'];
const picture = bytes('aWNvbg==');

describe('a question with a picture is told once, and its answer, where histories', () => {
  const asked = [user(text('See?'), picture)];
  const lines = ['user: See? + image image/png aWNvbg==', 'assistant: A dot.', ...REST];

  test.each([
    ['leave it out', [user(text('See?'))]],
    ['have words in its place', [user(text('See?'), text('[image omitted]'))]],
    ['have its address', [user(text('See?'), address('https://host/icon.png'))]],
  ])('%s', (_, kept) => {
    expect(toldAfter(asked, kept)).toEqual(lines);
  });

  test('sign its address anew', () => {
    const signed = (signature: string) =>
      user(text('See?'), address(`https://host/icon.png?sig=${signature}`));
    expect(toldAfter([signed('1')], [signed('2')])).toEqual([
      'user: See? + image https://host/icon.png?sig=1',
      'assistant: A dot.',
      ...REST,
    ]);
  });

  test('leave out one of two', () => {
    const both = [user(text('See?'), picture, bytes('bW9yZQ=='))];
    expect(toldAfter(both, asked).slice(1)).toEqual(lines.slice(1));
  });

  test('leave it out before the call that answers it', () => {
    const lost = toldAfter(asked, [user(text('See?'))], weatherCalls(['c1', 'Oslo']));
    expect(lost.filter((line) => line.includes('get_weather'))).toHaveLength(1);
  });
});

test.each([
  ['other bytes', bytes('b3RoZXI='), 'user: image image/png b3RoZXI='],
  ['another address', address('https://host/other.png'), 'user: image https://host/other.png'],
])('a picture of %s is another one', (_, other, line) => {
  const first = other.type === 'uri' ? address('https://host/icon.png') : picture;
  expect(toldAfter([user(text('See?'), first)], [user(text('See?'), other)])).toContain(line);
});

describe('short words with a short answer are told once, where', () => {
  const wrapped = (words: string) => [user(text(words))];

  test.each([
    [
      'an earlier call had what was looked up in front of them',
      'Known: icons are of one dot.\n\nQuestion: See?',
    ],
    ['an earlier call had a reminder behind them', 'See?\n\nRemember that icons are of one dot each.'],
  ])('%s', (_, words) => {
    expect(toldAfter(wrapped(words), wrapped('See?'))).toEqual([
      `user: ${words}`,
      'assistant: A dot.',
      ...REST,
    ]);
  });

  test('histories merge what was said in several messages', () => {
    const asked = [user(text('An icon.')), user(text('See?'))];
    expect(toldAfter(asked, [user(text('An icon.\n\nSee?'))])).toEqual([
      'user: An icon.',
      'user: See?',
      'assistant: A dot.',
      ...REST,
    ]);
  });
});

test.each([
  ['stand amid others', 'Known: do you See? Then say what icons are made of.', 'See?'],
  ['are the end of another word', 'Known: icons are of one dot.\n\nSay: did anybody over-See?', 'ee?'],
])('short words that %s are others', (_, asked, words) => {
  expect(toldAfter([user(text(asked))], [user(text(words))])).toContain(`user: ${words}`);
});

test('merged words with more among them are others', () => {
  const asked = [user(text('An icon.')), user(text('See?'))];
  const merged = 'An icon. Or two. See?';
  expect(toldAfter(asked, [user(text(merged))])).toContain(`user: ${merged}`);
});
