import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RedactionRule } from '../contract/redaction.ts';
import { redactedText as redacted } from '../testing/redacted-text.ts';
import { Allowance } from './allowance.ts';
import { looksLikeJson } from './json-scanner.ts';
import { Places } from './places.ts';
import { Plans } from './plans.ts';
import { activeRules } from './rules.ts';
import { TextRedaction } from './text-redaction.ts';

const SECRET = 'sk_Müller1';
const BY_PATTERN: RedactionRule = {
  name: 'secret',
  pattern: String.raw`\bsk_Müller\d\b`,
  replacement: '"<>"',
};
const EMAIL: RedactionRule = { name: 'e-mail', pattern: String.raw`[\w.]+@[a-z]+\.org` };
const PASSWORDS: RedactionRule = { name: 'passwords', keys: ['*password*', 'headers.authorization'] };

const inJson = (text: string, levels: number): string =>
  Array.from({ length: levels }).reduce<string>((inner) => JSON.stringify([{ inner }]), text);
/** As Python's json.dumps writes it. */
const inAscii = (json: string): string =>
  json.replaceAll(/[^\0-\x7f]/g, (sign) => String.raw`\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);

describe('patterns in JSON', () => {
  test.for(['\n', '\t', 'é', '"', '\\', '/', ' '])('see what a string says: after %j', (before) => {
    for (const levels of [1, 2, 3, 7])
      for (const written of [(json: string) => json, inAscii]) {
        const json = written(inJson(`a${before}${SECRET}`, levels));
        expect(JSON.parse(redacted(json, BY_PATTERN))).toEqual(JSON.parse(inJson(`a${before}"<>"`, levels)));
      }
  });

  test('leave all that they do not match as it is written', () => {
    const json = String.raw` { "a" : [ 1.50, 9007199254740993, "\u00e9\/", NaN ],"b":"x ${SECRET}" } `;
    expect(redacted(json, BY_PATTERN)).toBe(json.replace(SECRET, String.raw`\"<>\"`));
    expect(redacted(json, { name: 'none', pattern: 'none' }, PASSWORDS)).toBe(json);
  });

  test('take neither the escape before a match nor the quote behind it', () => {
    expect(redacted(String.raw`["Write to:\nada@example.org"]`, EMAIL)).toBe(
      String.raw`["Write to:\n[redacted]"]`,
    );
    const rule = { name: 'password', pattern: String.raw`(?i)password\s*[:=]\s*\S+` };
    const texts = ['my password: hunter2', 'password=a', 'Your password:', 'none'];
    expect(redacted(JSON.stringify(texts.map((text) => ({ text }))), rule)).toBe(
      '[{"text":"my [redacted]"},{"text":"[redacted]"},{"text":"Your [redacted]"},{"text":"none"}]',
    );
  });

  test('replace a number by a string, and what matches in keys', () => {
    const rule = { name: 'card', pattern: String.raw`\b4(?:1{15}|242)\b` };
    expect(redacted('{"card 4242":4111111111111111,"b":[4242,42421]}', rule)).toBe(
      '{"card [redacted]":"[redacted]","b":["[redacted]",42421]}',
    );
  });

  test('that name a key or a quote take the whole value that they come to', () => {
    const keyed = { name: 'keyed', pattern: String.raw`"(?:password|pin)":\s*"?\w+` };
    expect(redacted('{"password": "hun\\nter","pin":1234,"c":"password"}', keyed)).toBe(
      '{"password": "[redacted]","pin":"[redacted]","c":"password"}',
    );
    expect(redacted(inJson('{"password":"hunter2"}', 2), keyed)).toBe(inJson('{"password":"[redacted]"}', 2));
    expect(redacted('["k-1 and more","m k-1"]', { name: 'quoted', pattern: '"k-1' })).toBe(
      '["[redacted]","m k-1"]',
    );
    const header = { name: 'header', pattern: String.raw`authorization",\s*"\w+` };
    expect(redacted('[["authorization", "me x"],["accept","b"]]', header)).toBe(
      '[["authorization", "[redacted]"],["accept","b"]]',
    );
  });

  test.for([
    ['Bearer [^"]+"', '{"a":"my Bearer abc123"}', '{"a":"my [redacted]"}'],
    [String.raw`"[^"]+@corp\.com"`, '{"bob@corp.com":{"age":3}}', '{"[redacted]":{"age":3}}'],
    ['[^0-9][0-9]{16}[^0-9]', '["card 4111111111111111"]', '["card[redacted]"]'],
    ['[^0-9][0-9]{16}[^0-9]+', '{"a":1,"4111111111111111":"b"}', '{"a":1,"[redacted]":"[redacted]"}'],
    ['api_key=[^"&]*["&]', '{"cmd":"curl -H api_key=abcdef"}', '{"cmd":"curl -H [redacted]"}'],
    [String.raw`password: .*?[\s"]`, '{"a":"password: hunter2"}', '{"a":"[redacted]"}'],
    [String.raw`pin:\d+[,}"]`, '{"x":"pin:1234"}', '{"x":"[redacted]"}'],
    ['sk-[0-9]+":', '{"my sk-123":1}', '{"my [redacted]":1}'],
    [String.raw`"sk-\d+":\s*"\w+"`, '{"sk-123":"me","b":"sk-1"}', '{"[redacted]":"[redacted]","b":"sk-1"}'],
    [String.raw`\S+@\S+`, '{"to":"ada@example.org","b":1}', '{"to":"[redacted]","b":"[redacted]"}'],
    [String.raw`hunter2"\}"`, String.raw`["{\"a\":\"hunter2\"}"]`, '["[redacted]"]'],
    [String.raw`pass: .*`, '["pass: a" and hunter2', '["[redacted]'],
  ])('that need what stands around a string or key take their part of it: %s', ([pattern, text, after]) => {
    expect(redacted(text!, { name: 'around', pattern: pattern! })).toBe(after);
  });

  test('that ask for the ends of a text find them in each string', () => {
    const rule = { name: 'ends', pattern: '^top.*$' };
    expect(redacted('["top secret",{"a":"a top"}]', rule)).toBe('["[redacted]",{"a":"a top"}]');
    expect(redacted('top secret', rule)).toBe('[redacted]');
  });
});

describe('keys', () => {
  test.for([1, 2, 3])('reach into JSON, %i deep, as into lists of keys and values', (levels) => {
    const value = { user_password: 'x', headers: { authorization: ['y'] }, b: null, passwords: { c: 1 } };
    const without = { ...value, user_password: '[redacted]', passwords: '[redacted]' };
    expect(redacted(inJson(JSON.stringify(value), levels), PASSWORDS)).toBe(
      inJson(JSON.stringify(without), levels),
    );
    expect(redacted(JSON.stringify(value), PASSWORDS)).toBe(
      JSON.stringify({ ...without, headers: { authorization: '[redacted]' } }),
    );
  });

  test('are what they say, in upper or lower case', () => {
    expect(redacted(String.raw`{"PASS\u0077ord":true,"Headers":{"Authorization":1e3}}`, PASSWORDS)).toBe(
      String.raw`{"PASS\u0077ord":"[redacted]","Headers":{"Authorization":"[redacted]"}}`,
    );
  });

  test('keep their pattern to their values', () => {
    const json = JSON.stringify({ a: SECRET, b: { c: [`{"d":"\\n${SECRET}"}`] } });
    const after = JSON.stringify({ a: SECRET, b: { c: ['{"d":"\\n[redacted]"}'] } });
    expect(redacted(json, { name: 'b', keys: ['b'], pattern: SECRET })).toBe(after);
  });

  test('name a value that was cut off, up to its end', () => {
    expect(redacted('{"a":"password","password":"hunt', PASSWORDS)).toBe(
      '{"a":"password","password":"[redacted]',
    );
    expect(redacted('{"password":{"a":[1,{"b":"hunt', PASSWORDS)).toBe('{"password":"[redacted]"');
    expect(redacted('{"password":[}, hunter2', PASSWORDS)).toBe('{"password":"[redacted]"');
  });

  test('of which nobody looks, in what is too deep, have all replaced that they might name', () => {
    const deep = '['.repeat(400) + '{"password":1}';
    expect(redacted(deep, PASSWORDS)).toBe('[redacted]');
    expect(redacted(deep + SECRET, BY_PATTERN)).toBe(`${deep}"<>"`);
    expect(JSON.parse(redacted(inJson('{"password":1}', 8), PASSWORDS))).toEqual(
      JSON.parse(inJson('[redacted]', 8)),
    );
  });
});

test.for([
  `[INFO] ${SECRET} and [x]`,
  `{{name}} ${SECRET}`,
  `{'a': '${SECRET}'}`,
  `["a" "${SECRET}"]`,
  `"${SECRET}" he said`,
  `"C:\\new ${SECRET}`,
  `{"a":1}\n{"b":"\\n${SECRET}"}`,
  `[1, ${SECRET}`,
  `["\\x ${SECRET}", }`,
])('a text that is no JSON loses what a pattern matches: %s', (text) => {
  const after = redacted(text, BY_PATTERN);
  expect(after).not.toContain('Müller');
  expect(after).toContain('<>');
});

test('a text that is quoted is no JSON, and keeps its lines', () => {
  const rule = { name: 'key', pattern: String.raw`sk_\d+` };
  for (const after of ['" he wrote', '"', ''])
    expect(redacted(`"Dear team,\n\nmy key is sk_1234\n\tC:\\data${after}`, rule)).toBe(
      `"Dear team,\n\nmy key is [redacted]\n\tC:\\data${after}`,
    );
});

test('keys of what is no JSON are looked for before patterns take them', () => {
  const rule = { name: 'words', pattern: 'pass[a-z]+' };
  expect(redacted('{"password":"hunter2"} passing', rule, PASSWORDS)).toBe(
    '{"[redacted]":"[redacted]"} [redacted]',
  );
  expect(redacted('[{"b":"pass: a" and hunter2', { name: 'rest', pattern: 'pass: .*' }, PASSWORDS)).toBe(
    '[{"b":"[redacted]',
  );
});

test('a rule that takes too long replaces a JSON text whole', () => {
  let now = 0;
  const allowance = new Allowance(1, () => (now += 1e6));
  const places = new Places(new Plans(activeRules([EMAIL])), allowance);
  const redaction = new TextRedaction(places, allowance);
  const long = JSON.stringify(Array.from({ length: 20_000 }, (_, i) => `\n a${i}@b.org`));
  expect(redaction.redact(long, places.outermost)).toBe('[redacted]');
  expect(allowance.slow).toEqual(['e-mail']);
  expect(redaction.redact('["\\n"]', places.outermost)).toBe('[redacted]');
});

describe('whatever the JSON is', () => {
  const word = fc.constantFrom(
    '',
    'a',
    '\n',
    'é ',
    '"',
    '\\',
    '😀',
    '{"',
    ` ${SECRET} `,
    `\t${SECRET}.`,
    ',',
  );
  const text = fc.array(word, { maxLength: 6 }).map((words) => words.join(''));
  const leaf = fc.oneof(text, fc.double({ noNaN: true }), fc.constantFrom(null, true, 2));
  const { value } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      leaf,
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(text, tie('value'), { maxKeys: 4 }),
      tie('value').map((inner) => JSON.stringify(inner)),
    ),
  }));
  const json = value.map((inner) => [inner]);
  const writing = fc.constantFrom(
    (all: unknown) => JSON.stringify(all),
    (all: unknown) => JSON.stringify(all, null, 2),
    (all: unknown) => inAscii(JSON.stringify(all)),
  );

  const without = (said: string): string => said.replaceAll(SECRET, '<">');
  /** All that it says, JSON in its strings as well, each string told by `tell`; not what only begins as JSON. */
  function read(of: unknown, tell: (said: string) => string): unknown {
    if (Array.isArray(of)) return of.map((item) => read(item, tell));
    if (typeof of === 'object' && of !== null)
      return Object.fromEntries(Object.entries(of).map(([key, item]) => [tell(key), read(item, tell)]));
    if (typeof of !== 'string') return of;
    if (!looksLikeJson(of)) return tell(of);
    try {
      return { json: read(JSON.parse(of), tell) };
    } catch {
      return 'no JSON';
    }
  }

  test('it says the same without the secret, which is nowhere, and stays JSON', () => {
    const rule = { name: 'secret', pattern: SECRET, replacement: '<">' };
    fc.assert(
      fc.property(json, writing, (all, write) => {
        const after: unknown = JSON.parse(redacted(write(all), rule));
        expect(read(after, (said) => said)).toEqual(read(all, without));
        expect(JSON.stringify(after)).not.toContain(SECRET);
      }),
      { numRuns: 1000 },
    );
  });

  test('a list that was cut off in a string stays what it is up to there, without the secrets', () => {
    const rule = { name: 'secret', pattern: SECRET, replacement: '<">' };
    const plain = fc.array(
      text.filter((said) => !looksLikeJson(said)),
      { minLength: 1, maxLength: 4 },
    );
    fc.assert(
      fc.property(plain, fc.nat(), (all, cut) => {
        const json = inAscii(JSON.stringify(all));
        const before = json.slice(0, cut % json.length);
        const closed = (cutJson: string): unknown => {
          for (const end of ['"]', ']'])
            try {
              return JSON.parse(cutJson + end);
            } catch {
              // Cut in an escape, or after a comma.
            }
          return undefined;
        };
        const told = closed(before) as string[] | undefined;
        fc.pre(told !== undefined);
        expect(closed(redacted(before, rule))).toEqual(told?.map(without));
      }),
      { numRuns: 500 },
    );
  });

  test('cut off anywhere, or damaged, it loses every secret that is whole', () => {
    const noise = fc.constantFrom('', '}', '"', ',', '\\', 'x', '[', '\u0001');
    const rules = [{ ...BY_PATTERN, pattern: SECRET }, PASSWORDS];
    fc.assert(
      fc.property(json, writing, fc.nat(), fc.nat(), noise, (all, write, cut, at, between) => {
        const whole = write(all);
        const damaged = whole.slice(0, at % whole.length) + between + whole.slice(at % whole.length);
        expect(redacted(damaged.slice(0, cut % (damaged.length + 1)), ...rules)).not.toContain(SECRET);
      }),
      { numRuns: 1000 },
    );
  });
});

test.for([
  ['brackets', '['],
  ['objects', '{"a":'],
  ['quotes', '"'],
  ['backslashes', '\\'],
  ['strings of escapes', String.raw`["\"\\\"",`],
  ['strings in strings', String.raw`["\"[\\\"`],
  ['numbers', '[1,2,'],
])('a text of two megabytes of %s takes no time by its square', ([, piece]) => {
  const text = `["${SECRET}",${piece!.repeat(2_000_000 / piece!.length)}`;
  expect(redacted(text, BY_PATTERN, EMAIL, PASSWORDS)).not.toContain(SECRET);
});
