import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { pythonDict } from './python-literal.ts';

test.each<[text: string, value: unknown]>([
  ["{'city': 'Paris'}", { city: 'Paris' }],
  [
    "{'n': -3, 'x': 1.5e-07, 'yes': True, 'no': False, 'none': None}",
    { n: -3, x: 1.5e-7, yes: true, no: false, none: null },
  ],
  [
    "{'list': [1, ['a'], ()], 'pair': (1, 2), 'one': ('x',), 'inner': {}}",
    { list: [1, ['a'], []], pair: [1, 2], one: ['x'], inner: {} },
  ],
  [
    `{'quote': "it's", 'both': 'it\\'s "so"', 'lines': 'a\\n\\tb\\\\'}`,
    { quote: "it's", both: 'it\'s "so"', lines: 'a\n\tb\\' },
  ],
  ["{'bytes': '\\x1b', 'wide': '\\u200b\\U0001f600'}", { bytes: '\u001b', wide: '\u200b😀' }],
  ["{'large': 9007199254740993, 'huge': 1e+300}", { large: '9007199254740993', huge: 1e300 }],
  ["{'__proto__': 1}", Object.fromEntries([['__proto__', 1]])],
])('reads %s', (text, value) => {
  expect(pythonDict(text)).toEqual(value);
});

test.each([
  'Paris',
  "['a']",
  "{'a'}",
  "{'a': }",
  "{'a': 1",
  "{'a': 1} more",
  "{'a': 1 'b': 2}",
  "{'a': <object at 0x7f>}",
  "{'a': inf}",
  "{'a': 0x1f}",
  "{'a': Trueish}",
  "{'a': '\\q'}",
  "{'a': '\\U00110000'}",
  "{1: 'a'}",
  `{'a': ${'['.repeat(5000)}`,
])('reads nothing of %s', (text) => {
  expect(pythonDict(text)).toBeUndefined();
});

test('reads back whatever Python would write', () => {
  const text = fc.string({ unit: 'binary' });
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      text,
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(text, tie('value'), { maxKeys: 4 }),
    ),
  }));
  fc.assert(
    fc.property(text, value, (key, inner) => {
      const dict = Object.fromEntries([[key, inner]]);
      expect(pythonDict(written(dict))).toEqual(dict);
    }),
  );
});

/** As `repr` does. */
function written(value: unknown): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'string') return quoted(value);
  if (Array.isArray(value)) return `[${value.map(written).join(', ')}]`;
  if (typeof value === 'object')
    return `{${Object.entries(value)
      .map(([key, inner]) => `${quoted(key)}: ${written(inner)}`)
      .join(', ')}}`;
  return (value as number).toString();
}

function quoted(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const escaped = text
    .replaceAll('\\', '\\\\')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replaceAll('\t', '\\t')
    .replaceAll(quote, `\\${quote}`);
  return `${quote}${escaped}${quote}`;
}
