import { expect, test } from 'vitest';
import { EXPORT_REQUESTS, type Signal } from '../decode/count.ts';
import { jsonToWire } from '../decode/json-to-wire.ts';
import { wireToJson } from '../decode/wire-to-json.ts';
import { spanIdOf, traceBytes, traceIdOf, type PlainValue } from '../testing/otlp.ts';
import { withOldScopes } from '../testing/old-scopes.ts';
import { logBytes } from '../testing/otlp-logs.ts';
import { Redactor } from './redactor.ts';

const REDACTOR = Redactor.of([
  { name: 'passwords', keys: ['*password'] },
  { name: 'e-mail', pattern: String.raw`\b[\w.]+@[a-z]+\.org` },
])!;
const TEXT = String.raw`{"a":{"Password":"hunter2"},"to":"\tada@example.org","id":9007199254740993}`;
const REDACTED = String.raw`{"a":{"Password":"[redacted]"},"to":"\t[redacted]","id":9007199254740993}`;

function bodyOf(signal: Signal, text: string, nested: PlainValue): Buffer {
  const attributes = { arguments: text, nested, list: [text] };
  if (signal === 'logs')
    return logBytes({
      logs: [
        { body: text, attributes },
        { body: nested, attributes },
      ],
    });
  return traceBytes({
    spans: [
      {
        traceId: traceIdOf(1),
        spanId: spanIdOf(1),
        attributes,
        events: [{ name: 'exception', attributes }],
        links: [{ traceId: traceIdOf(2), spanId: spanIdOf(2), attributes }],
        status: { code: 2, message: text },
      },
    ],
  });
}

test('what stands where OTLP before 0.19 has it is redacted as well', () => {
  const before = bodyOf('traces', TEXT, TEXT);
  const { body, values } = REDACTOR.redact('traces', withOldScopes(before));
  expect(values).toBe(REDACTOR.redact('traces', before).values);
  expect(body.toString('latin1')).not.toMatch(/hunter2|ada@/);
});

test('a pattern sees the digits of numbers as it does in JSON, and leaves other numbers what they are', () => {
  const cards = Redactor.of([{ name: 'cards', pattern: String.raw`\b4\d{15}\b` }])!;
  const bodyWith = (card: PlainValue, half: PlainValue): Buffer =>
    bodyOf('logs', `{"card":${JSON.stringify(card)}}`, { card, list: [card, 42n, 0.5], half, big: -1n });
  const { body, values } = cards.redact('logs', bodyWith(4_111_111_111_111_111, 0.25));
  const json = wireToJson(EXPORT_REQUESTS.logs, body);
  expect(json).toEqual(wireToJson(EXPORT_REQUESTS.logs, bodyWith('[redacted]', 0.25)));
  expect(values).toBe(2 * 2 + 2 + 2 + 3);
  const halves = Redactor.of([{ name: 'halves', pattern: String.raw`\.25$`, replacement: ' and more' }])!;
  expect(wireToJson(EXPORT_REQUESTS.logs, halves.redact('logs', bodyWith(1, 0.25)).body)).toEqual(
    wireToJson(EXPORT_REQUESTS.logs, bodyWith(1, '0 and more')),
  );
});

test('rules follow one another as they stand, be it the keys around a value that they ask for or its own', () => {
  const rules = [
    { name: 'tokens', keys: ['headers'], pattern: String.raw`sk-\w+`, replacement: 'token' },
    { name: 'beginnings', pattern: 'sk-', replacement: '' },
    { name: 'replaced', keys: ['headers.*'], pattern: 'token', replacement: 'none' },
  ];
  const bodyWith = (said: string): Buffer => {
    const values: PlainValue[] = [{ auth: said }, JSON.stringify({ auth: said })];
    return logBytes({ logs: values.map((headers) => ({ attributes: { headers } })) });
  };
  const { body } = Redactor.of(rules)!.redact('logs', bodyWith('sk-hunter2'));
  expect(wireToJson(EXPORT_REQUESTS.logs, body)).toEqual(wireToJson(EXPORT_REQUESTS.logs, bodyWith('none')));
});

test('what rules make of a number may be of any length', () => {
  const rules = [
    { name: 'digits', pattern: String.raw`\d`, replacement: 'x'.repeat(100) },
    { name: 'crosses', pattern: 'x', replacement: 'y'.repeat(100) },
  ];
  const bodyWith = (number: PlainValue): Buffer => logBytes({ logs: [{ body: number }] });
  const { body } = Redactor.of(rules)!.redact('logs', bodyWith(42));
  expect(wireToJson(EXPORT_REQUESTS.logs, body)).toEqual(
    wireToJson(EXPORT_REQUESTS.logs, bodyWith('y'.repeat(2 * 100 * 100))),
  );
});

test.for([
  ['traces', 3 * 4 + 1],
  ['logs', 2 * 4 + 3],
] as const)(
  'what rules take out of values of %s they take out of JSON texts in them, wherever they stand',
  ([signal, changed]) => {
    const nested = { a: { Password: 'hunter2' }, to: '\tada@example.org', id: 9007199254740993n };
    const without = { a: { Password: '[redacted]' }, to: '\t[redacted]', id: 9007199254740993n };
    const { body, values } = REDACTOR.redact(signal, bodyOf(signal, TEXT, nested));
    const jsonOf = (bytes: Buffer): object => wireToJson(EXPORT_REQUESTS[signal], bytes);
    expect(jsonOf(body)).toEqual(jsonOf(bodyOf(signal, REDACTED, without)));
    expect(values).toBe(changed);
  },
);

test('what refers to keys of attributes keeps their names, as the attributes do', () => {
  const bodyWith = (type: string): Buffer =>
    jsonToWire(
      EXPORT_REQUESTS.traces,
      JSON.stringify({
        resourceSpans: [
          {
            resource: {
              entityRefs: [{ type, idKeys: ['ada@example.org'], descriptionKeys: ['ada@example.org'] }],
            },
          },
        ],
      }),
    );
  const { body, values } = REDACTOR.redact('traces', bodyWith('ada@example.org'));
  expect([body.equals(bodyWith('[redacted]')), values]).toEqual([true, 1]);
});

/** A message in a field of another, and an attribute of a resource. */
const field = (number: number, ...content: readonly (Buffer | string)[]): Buffer => {
  const bytes = Buffer.concat(content.map((part) => Buffer.from(part)));
  return Buffer.concat([Buffer.of(number * 8 + 2, bytes.length), bytes]);
};
const attribute = (key: string, ...value: Buffer[]): Buffer => field(1, field(1, key), field(2, ...value));

test('of what is malformed nothing is replaced, nor told as such', () => {
  const bodyWith = (after: Buffer): Buffer => {
    const entries = field(6, attribute('to', field(1, 'ada@example.org')), after);
    return field(1, field(1, attribute('nested', entries)));
  };
  expect(REDACTOR.redact('traces', bodyWith(Buffer.alloc(0))).values).toBe(1);
  const malformed = bodyWith(Buffer.of(7));
  const { body, values } = REDACTOR.redact('traces', malformed);
  expect([body.equals(malformed), values]).toEqual([true, 0]);
});

test('of a value that is a number and then a text the text is looked at, as it is what counts', () => {
  const number = Buffer.of(3 * 8, 42);
  const { body, values } = REDACTOR.redact(
    'traces',
    field(1, field(1, attribute('odd', number, field(1, 'ada@example.org')))),
  );
  expect([body.includes('ada@'), values]).toEqual([false, 1]);
});
