import { describe, expect, test } from 'vitest';
import { logDetails, logHead } from './log-text.ts';

const record = (attributes: Readonly<Record<string, unknown>>) => ({
  attributes,
  resource: { attributes: { 'service.version': '2.1', region: 'eu' } },
});

describe('what a log record tells besides its body', () => {
  test('is what it says in its own words as it was recorded, then what has a namespace', () =>
    expect(
      logDetails(
        record({ 'app.mode': 'x', tool_name: 'Bash', success: true, tokens: 12, paths: ['a', 'b'] }),
      ),
    ).toBe('tool_name=Bash success=true tokens=12 paths=["a","b"] app.mode=x'));

  test.each([
    ['ids', { request_id: 'r', 'prompt.id': 'p', id: 'i', 'message.uuid': 'u' }],
    ['what its program says of each', { 'session.id': 's', 'terminal.type': 'vscode', region: 'eu' }],
    ['what has a column', { 'event.name': 'x', 'event.sequence': 1 }],
    ['where in the code it stands', { 'code.function.name': 'f' }],
    ['pages of a stack', { 'exception.stacktrace': 'at x' }],
  ])('is without %s', (_what, attributes) => expect(logDetails(record(attributes))).toBe(''));

  test('keeps what only sounds like that', () =>
    expect(logDetails(record({ valid: true, region: 'us', 'exception.message': 'No.' }))).toBe(
      'valid=true region=us exception.message=No.',
    ));

  test('stands in one line, of bounded length, without what would hide in it', () => {
    expect(logDetails(record({ text: 'a\n  b' }))).toBe('text=a b');
    const long = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`k${at}`, 'x'.repeat(1000)]));
    expect(logDetails(record(long)).length).toBeLessThan(1000);
    expect(logDetails(record({ '\u202Ekey': '\u202Eabc' }))).not.toContain('\u202E');
  });
});

test.each([
  ['an event whose body says its name again', 'claude_code.tool_result', 'tool_result', 'tool_result'],
  ['an event that says something', 'It rains.', 'weather', 'It rains.'],
  ['a sentence that ends in the name', 'Can not read app.config', 'config', 'Can not read app.config'],
  ['an event without a name', 'done.', '', 'done.'],
  ['an empty event', '', 'weather', 'weather'],
  ['an event without a body', null, 'weather', 'weather'],
  ['what is no event', 'a.b', null, 'a.b'],
])('%s stands in a list as what it says', (_what, body, event_name, expected) =>
  expect(logHead({ body, event_name }, false)).toBe(expected),
);

test.each([
  ['which has no body', null, 'tool_result', ''],
  ['whose body says only that', 'claude_code.tool_result', 'tool_result', ''],
  ['whose body says more', 'It rains.', 'weather', 'It rains.'],
])('beside the name of an event %s it is not told twice', (_what, body, event_name, expected) =>
  expect(logHead({ body, event_name }, true)).toBe(expected),
);
