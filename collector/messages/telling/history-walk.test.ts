import { describe, expect, test } from 'vitest';
import { tellConversation } from '../conversation.ts';
import { messagesOf, textMessage, toolAnswer, weatherCalls } from '../testing/build-messages.ts';
import { call, linesOf } from '../testing/build-span.ts';

type Message =
  | ReturnType<typeof textMessage>
  | ReturnType<typeof weatherCalls>
  | ReturnType<typeof toolAnswer>;

const distinct = (words: string): string => `${words}, in a sentence that nobody says twice by chance`;
const user = (words: string): Message => textMessage('user', distinct(words));
const assistant = (words: string): Message => textMessage('assistant', distinct(words));

/** Asked and answered in turns: `ask 0`, `answer 0`, `ask 1`, … */
const TURNS = [0, 1, 2, 3, 4, 5].flatMap((turn) => [user(`ask ${turn}`), assistant(`answer ${turn}`)]);

type Asked = readonly [history: readonly Message[], answer: Message];

const told = (...calls: readonly Asked[]): readonly string[] => toldEvery(20, calls);

/** What a person reads of calls of 10 ms, each with its history and its answer, which start `ms` after each other. */
function toldEvery(ms: number, calls: readonly Asked[]): readonly string[] {
  const spans = calls.map(([history, answer], index) =>
    call({ id: String(index).padStart(2, '0'), at: index * ms, attributes: messagesOf(history, [answer]) }),
  );
  return linesOf(tellConversation(spans)).map((line) => line.replace(/, in a sentence.*/, ''));
}

/** A call for each turn, whose history is what `keep` leaves of all that was said. */
const turnsWith = (keep: (history: readonly Message[]) => readonly Message[]): readonly string[] =>
  told(
    ...[0, 1, 2, 3, 4, 5].map((turn) => [keep(TURNS.slice(0, 2 * turn + 1)), TURNS[2 * turn + 1]!] as const),
  );

const ALL_TURNS = [0, 1, 2, 3, 4, 5].flatMap((turn) => [`user: ask ${turn}`, `assistant: answer ${turn}`]);

describe('a conversation is told once, in its order, where its histories', () => {
  test('keep their beginning and lose their middle', () => {
    expect(
      turnsWith((history) => (history.length < 5 ? history : [history[0]!, ...history.slice(-3)])),
    ).toEqual(ALL_TURNS);
  });

  test('leave out the instructions that stood behind each question', () => {
    const turns = ['Rome', 'Oslo', 'Lima'].map((city) => ({
      asked: textMessage('user', `${city}?`),
      found: textMessage('system', `Found: ${city}.`),
      answer: textMessage('assistant', `In ${city}.`),
    }));
    const calls = turns.map(({ asked, found, answer }, turn): Asked => {
      const before = turns.slice(0, turn).flatMap((one) => [one.asked, one.answer]);
      return [[...before, asked, found], answer];
    });
    expect(told(...calls)).toEqual(
      ['Rome', 'Oslo', 'Lima'].flatMap((city) => [
        `user: ${city}?`,
        `system: Found: ${city}.`,
        `assistant: In ${city}.`,
      ]),
    );
  });

  test('replace their beginning by a summary and keep their end', () => {
    const kept = (history: readonly Message[]) =>
      history.length < 7 ? history : [user('So far'), ...history.slice(2)];
    expect(turnsWith(kept)).toEqual(ALL_TURNS.toSpliced(6, 0, 'user: So far'));
  });

  test('replace all but the last answer by a summary', () => {
    const first = [user('ask 0'), assistant('answer 0'), user('ask 1')];
    const kept = [user('So far'), assistant('answer 1'), user('ask 2')];
    expect(
      told(
        [first, assistant('answer 1')],
        [kept, assistant('answer 2')],
        [[...kept, assistant('answer 2'), user('ask 3')], assistant('answer 3')],
      ),
    ).toEqual(ALL_TURNS.slice(0, 8).toSpliced(4, 0, 'user: So far'));
  });

  test('replace all but the last call of a tool by a summary, whose answer comes after it', () => {
    const called = (id: string) => weatherCalls([id, 'Paris']);
    const first = [user('ask 0'), called('c1'), toolAnswer('c1', 'sunny')];
    const kept = [user('So far'), called('c2'), toolAnswer('c2', 'sunny')];
    const line = (id: string): string => `assistant: get_weather({"city":"Paris"})#${id}`;
    expect(
      told([first.slice(0, 1), called('c1')], [first, called('c2')], [kept, assistant('answer 0')]),
    ).toEqual([
      'user: ask 0',
      line('c1'),
      'tool: "sunny"#c1',
      line('c2'),
      'user: So far',
      'tool: "sunny"#c2',
      'assistant: answer 0',
    ]);
  });

  test('hold a NaN, as Python writes it', () => {
    const steps = [weatherCalls(['c', 'Paris']), toolAnswer('c', { mean: 'a number' })];
    const history = [user('ask'), ...steps, assistant('answer'), user('ask on'), assistant('answer on')];
    const spans = [1, 3, 5].map((length, index) => {
      const attributes = messagesOf(history.slice(0, length), [history[length]]);
      const written = Object.entries(attributes).map(([key, text]) => [
        key,
        text.replace('"a number"', 'NaN'),
      ]);
      return call({ id: `0${index}`, at: index * 20, attributes: Object.fromEntries(written) });
    });
    expect(linesOf(tellConversation(spans)).map((line) => line.replace(/, in a sentence.*/, ''))).toEqual([
      'user: ask',
      'assistant: get_weather({"city":"Paris"})#c',
      'tool: {"mean":"NaN"}#c',
      'assistant: answer',
      'user: ask on',
      'assistant: answer on',
    ]);
  });

  test('replace their beginning by a summary between a call of a tool and its answer', () => {
    const steps = [0, 1, 2, 3].flatMap((step) => [
      weatherCalls([`c${step}`, `city ${step}`]),
      toolAnswer(`c${step}`, `weather ${step}`),
    ]);
    const task = user('task');
    const summary = user('So far');
    const lines = told(
      [[task], steps[0]!],
      [[task, ...steps.slice(0, 2)], steps[2]!],
      [[summary, ...steps.slice(1, 4)], steps[4]!],
      [[summary, ...steps.slice(1, 6)], steps[6]!],
    );
    expect(lines.filter((line) => !line.startsWith('user'))).toEqual(
      [0, 1, 2, 3]
        .flatMap((step) => [
          `assistant: get_weather({"city":"city ${step}"})#c${step}`,
          `tool: "weather ${step}"#c${step}`,
        ])
        .slice(0, -1),
    );
  });

  test.each([
    ['in front of a question', (asked: string, turn: number) => `Found: ${turn}\n\nQuestion: ${asked}`],
    ['behind a question', (asked: string, turn: number) => `${asked}\n\nRemember: ${turn}`],
    ['around a question', (asked: string, turn: number) => `Find: ${turn} <q>${asked}</q> Answer:`],
  ])('keep without it what a program put %s', (_, wrap) => {
    const asked = ['Rain?', 'Snow?', 'Wind?'];
    const turns = asked.flatMap((words, turn) => [textMessage('user', words), assistant(`answer ${turn}`)]);
    const lines = told(
      ...asked.map(
        (words, turn) =>
          [
            [...turns.slice(0, 2 * turn), textMessage('user', wrap(words, turn))],
            turns[2 * turn + 1]!,
          ] as const,
      ),
    );
    expect(lines).toEqual(
      asked.flatMap((words, turn) => [`user: ${wrap(words, turn)}`, `assistant: answer ${turn}`]),
    );
  });

  test.each([
    ['sentences', user('topic'), assistant('left'), assistant('right')],
    [
      'words',
      textMessage('user', 'topic'),
      textMessage('assistant', 'left'),
      textMessage('assistant', 'right'),
    ],
  ])('gather what parallel calls answered: %s', (_, topic, left, right) => {
    const both = assistant('both');
    const lines = toldEvery(1, [
      [[topic], left],
      [[topic], right],
      [[topic, left, right], both],
      [[topic, left, right, both, user('more')], assistant('end')],
    ]);
    expect(lines).toEqual([
      'user: topic',
      'assistant: left',
      'assistant: right',
      'assistant: both',
      'user: more',
      'assistant: end',
    ]);
  });
});

describe('what was said twice is told twice', () => {
  test('where the call that said it again was not recorded', () => {
    const [ask, answer] = TURNS as [Message, Message];
    expect(told([[ask], answer], [[ask, answer, ask, answer, user('more')], assistant('end')])).toEqual([
      'user: ask 0',
      'assistant: answer 0',
      'user: ask 0',
      'assistant: answer 0',
      'user: more',
      'assistant: end',
    ]);
  });

  test.each<[what: string, second: Message, more: Message, lines: readonly string[]]>([
    ['words', assistant('second'), user('more'), ['assistant: second', 'user: more']],
    ['short words', textMessage('assistant', 'B'), user('more'), ['assistant: B', 'user: more']],
    [
      'a call',
      weatherCalls(['c1', 'Oslo']),
      toolAnswer('c1', 'rain'),
      ['assistant: get_weather({"city":"Oslo"})#c1', 'tool: "rain"#c1'],
    ],
  ])('where one goes on with the second answer to the same words, which is %s', (_, second, more, lines) => {
    const [ask, first, end] = [user('ask'), assistant('first'), assistant('end')];
    expect(told([[ask], first], [[ask], second], [[ask, second, more], end])).toEqual([
      'user: ask',
      'assistant: first',
      'user: ask',
      ...lines,
      'assistant: end',
    ]);
  });

  test('where each of two has the answer of one of two parallel calls, which are the same words', () => {
    const [task, calls] = [user('task'), weatherCalls(['c1', 'Oslo'], ['c2', 'Bergen'])];
    const lines = told(
      [[task], calls],
      [[task, calls, toolAnswer('c1', 'ok')], assistant('one')],
      [[task, calls, toolAnswer('c2', 'ok')], assistant('other')],
    );
    expect(lines).toEqual(expect.arrayContaining(['tool: "ok"#c1', 'tool: "ok"#c2']));
    expect(lines).toHaveLength(6);
  });

  test('where short words that others hold had the same short answer', () => {
    const [yes, sure, ok] = [
      textMessage('user', 'yes'),
      textMessage('user', 'Sure? Then say yes.'),
      textMessage('assistant', 'OK'),
    ];
    expect(told([[sure], ok], [[yes, ok, user('more')], assistant('end')])).toEqual([
      'user: Sure? Then say yes.',
      'assistant: OK',
      'user: yes',
      'assistant: OK',
      'user: more',
      'assistant: end',
    ]);
  });

  test('where the words are short and a history lost its middle', () => {
    const [yes, ok] = [textMessage('user', 'yes'), textMessage('assistant', 'OK')];
    const start = [user('start'), assistant('started')];
    expect(
      told(
        [start.slice(0, 1), start[1]!],
        [[...start, yes], ok],
        [[...start, user('more'), yes, ok, yes], ok],
      ),
    ).toEqual([
      'user: start',
      'assistant: started',
      'user: yes',
      'assistant: OK',
      'user: more',
      'user: yes',
      'assistant: OK',
      'user: yes',
      'assistant: OK',
    ]);
  });
});
