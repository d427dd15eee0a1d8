import { describe, expect, test } from 'vitest';
import { OBSERVED_TIME_ADDED, withArrivalTime } from './arrival-time.ts';
import { jsonToWire } from './json-to-wire.ts';
import { WireLog } from './logs.ts';
import { LogRecord } from './protocol.ts';
import { wireToJson } from './wire-to-json.ts';
import { MAX_PARTS } from './wire.ts';

const ARRIVAL = '1770000000000000001';
const wireOf = (log: object): Buffer => jsonToWire(LogRecord, JSON.stringify(log));
const exported = (bytes: Buffer): Buffer => wireOf(withArrivalTime(wireToJson(LogRecord, bytes), ARRIVAL));

function read(bytes: Buffer): WireLog {
  const log = new WireLog();
  log.read(bytes);
  return log;
}

const attributes = [{ key: 'k', value: { intValue: '1' } }];
const added = (boolValue: boolean): object => ({ key: OBSERVED_TIME_ADDED, value: { boolValue } });

describe('a record without any time has that of its arrival in an export, and is read as what it was', () => {
  test.for<[string, object]>([
    ['nothing at all', {}],
    ['attributes', { body: { stringValue: 'when?' }, attributes, eventName: 'e' }],
    ['zeros', { timeUnixNano: '0', observedTimeUnixNano: '0', attributes, flags: 1 }],
  ])('%s', ([, log]) => {
    const bytes = wireOf(log);
    expect(exported(bytes)).not.toEqual(bytes);
    const again = read(exported(bytes));
    expect(again).toMatchObject({ timeUnixNano: 0n, observedUnixNano: 0n, arrivalUnixNano: BigInt(ARRIVAL) });
    expect(again.bytes).toEqual(bytes);
    expect([...again.attributes.keys()]).toEqual([...read(bytes).attributes.keys()]);
  });
});

test.for<[string, object, boolean]>([
  ['', {}, true],
  [', also in place of zero', { observedTimeUnixNano: '0' }, false],
])('others see it as the time at which the record was observed%s', ([, zero, isAdded]) => {
  expect(withArrivalTime({ ...zero, attributes }, ARRIVAL)).toEqual({
    observedTimeUnixNano: ARRIVAL,
    attributes: [...attributes, added(isAdded)],
  });
});

test('fields that the protocol does not have stay', () => {
  const body = wireOf({ body: { stringValue: 'b' } });
  const unknown = Buffer.from([0x82, 0x06, 1, 0x2a, 0x88, 0x06, 7]);
  const more = wireOf({ observedTimeUnixNano: ARRIVAL, attributes: [added(true)] });
  expect(read(Buffer.concat([unknown, more, body, unknown])).bytes).toEqual(
    Buffer.concat([unknown, body, unknown]),
  );
});

test.for<[string, object]>([
  ['that has a time', { timeUnixNano: '5', observedTimeUnixNano: '5', attributes: [added(true)] }],
  ['without any', { attributes: [added(true)] }],
  [
    'whose attribute says neither',
    { observedTimeUnixNano: '5', attributes: [{ key: OBSERVED_TIME_ADDED, value: { stringValue: 'true' } }] },
  ],
])('a record %s is what it says', ([, log]) => {
  const bytes = wireOf(log);
  expect(read(bytes)).toMatchObject({ bytes, arrivalUnixNano: 0n });
});

test('the next record has no arrival of the last one', () => {
  const log = new WireLog();
  log.read(exported(wireOf({})));
  log.read(wireOf({}));
  expect(log.arrivalUnixNano).toBe(0n);
});

test('a record with as many attributes as one may have can still be read', () => {
  const many = Array.from({ length: MAX_PARTS }, (_, i) => ({ key: String(i) }));
  const bytes = wireOf({ attributes: many });
  expect(read(exported(bytes)).bytes).toEqual(bytes);
});
