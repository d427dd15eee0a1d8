import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { testFolder } from '../testing/test-folder.ts';
import { readSettings } from './config.ts';
import { repeatedKey } from './repeated-key.ts';

test.for([
  ['{}', null],
  ['{"a": {"x": 1}, "b": {"x": 1, "y": "x: {"}, "x": [{"x": 1}, {"x": "\\"x\\": 1"}]}', null],
  ['{"a": 1, "b": {"a": 2}, "a" : 3}', 'a'],
  ['{"a": {"b": [{"x": 1}, {"x": 1, "x": 2}]}}', 'a.b.x'],
  ['{"a": {"b": {}, "c": "}", "b": {}}}', 'a.b'],
  [String.raw`{"a": 1, "\u0061": 2}`, 'a'],
] as const)('%s', ([json, key]) => {
  expect(repeatedKey(json)).toBe(key);
});

test('a settings file with a section twice is refused, since the first would count for nothing', () => {
  const file = path.join(testFolder(), 'config.json');
  writeFileSync(file, '{"otel": {"retention": {"days": 7}},\n "otel": {"http": {"port": 4320}}}');
  expect(() => readSettings(file, { mustExist: true })).toThrow(
    `${file}: the key otel stands there twice: keep one, with all that both hold`,
  );
});
