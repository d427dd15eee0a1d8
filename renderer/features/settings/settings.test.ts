import { describe, expect, test } from 'vitest';
import type { Settings } from '../../../collector/contract/settings.ts';
import { fieldText, fieldValue, holdOf, readOrigin, settingAt } from './settings.ts';

describe('the origin of a setting', () => {
  test.for([
    [undefined, 'default', null],
    ['default', 'default', null],
    ['command line', 'command line', null],
    ['request', 'request', null],
    ['environment variable TRACEDECK_SERVER__PORT', 'environment', 'TRACEDECK_SERVER__PORT'],
    ['/home/me/.config/tracedeck/config.json', 'file', '/home/me/.config/tracedeck/config.json'],
  ] as const)('%s', ([source, kind, detail]) => {
    expect(readOrigin(source)).toMatchObject({ kind, detail });
  });
});

describe('a setting is fixed', () => {
  const settings = {
    sources: { a: 'default', b: 'environment variable B', c: 'command line', d: 'default' },
    changeable: ['a', 'b', 'c'],
    file: '/etc/t.json',
  } as unknown as Settings;
  test('when it is read at the start alone', () => expect(holdOf('d', settings)).toBe('start'));
  test('when a variable or a flag holds it', () => {
    expect(holdOf('b', settings)).toBe('variable');
    expect(holdOf('c', settings)).toBe('flag');
  });
  test('and else not', () => expect(holdOf('a', settings)).toBeNull());
});

describe('a field', () => {
  test('shows null as nothing, a list line by line', () => {
    expect(fieldText(null)).toBe('');
    expect(fieldText(300)).toBe('300');
    expect(fieldText(['a', 'b'])).toBe('a\nb');
  });
  test('reads back what it shows', () => {
    for (const [kind, value] of [
      ['number', 12.5],
      ['number', null],
      ['list', ['a', 'b c']],
      ['list', []],
      ['text', 'x'],
    ] as const) {
      expect(fieldValue(kind, fieldText(value))).toEqual(value);
    }
  });
  test('leaves what is no number for the collector to refuse', () =>
    expect(fieldValue('number', ' abc ')).toBe('abc'));
});

test('a dotted key leads to its value, or to nothing', () => {
  expect(settingAt({ otel: { http: { port: 1 } } }, 'otel.http.port')).toBe(1);
  expect(settingAt({ otel: null }, 'otel.http.port')).toBeUndefined();
});
