import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { WHOLE_REQUEST } from '../testing/whole-request.ts';
import { jsonToWire } from './json-to-wire.ts';
import { ExportTraceServiceRequest } from './protocol.ts';
import { DecodeError } from './wire.ts';
import { isReadable, wireToJson } from './wire-to-json.ts';

const BODY = jsonToWire(ExportTraceServiceRequest, WHOLE_REQUEST);

function isRead(bytes: Buffer): boolean {
  try {
    wireToJson(ExportTraceServiceRequest, bytes);
    return true;
  } catch (error) {
    if (error instanceof DecodeError) return false;
    throw error;
  }
}

test('what is readable can be read, and nothing else can', () => {
  const change = fc.tuple(fc.nat(BODY.length - 1), fc.nat(255));
  fc.assert(
    fc.property(fc.array(change, { maxLength: 3 }), fc.nat(BODY.length), (changes, cut) => {
      const bytes = Buffer.from(BODY);
      for (const [at, byte] of changes) bytes[at] = byte;
      for (const some of [bytes, bytes.subarray(0, cut)])
        expect(isReadable(ExportTraceServiceRequest, some)).toBe(isRead(some));
    }),
    { seed: 7, numRuns: 2000 },
  );
});
