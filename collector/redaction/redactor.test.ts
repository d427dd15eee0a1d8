import { expect, test } from 'vitest';
import { EXPORT_REQUESTS, type Signal } from '../decode/count.ts';
import { wireToJson } from '../decode/wire-to-json.ts';
import { spanIdOf, traceBytes, traceIdOf, type PlainValue } from '../testing/otlp.ts';
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
