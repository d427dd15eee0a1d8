import { gzipSync } from 'node:zlib';
import { EXPORT_REQUESTS } from '../decode/count.ts';
import { jsonToWire } from '../decode/json-to-wire.ts';
import { anyValue } from './otlp.ts';

export const spanJson = (n: number, text = 'hello') => ({
  resourceSpans: [
    {
      resource: { attributes: [{ key: 'service.name', value: anyValue('files') }] },
      scopeSpans: [
        {
          spans: [
            {
              traceId: String(n).padStart(32, '0'),
              spanId: String(n).padStart(16, '0'),
              name: 'span',
              startTimeUnixNano: '1770000000000000000',
              endTimeUnixNano: '1770000001000000000',
              attributes: [{ key: 'text', value: anyValue(text) }],
            },
          ],
        },
      ],
    },
  ],
});
export const logJson = {
  resourceLogs: [
    { scopeLogs: [{ logRecords: [{ timeUnixNano: '1770000000000000000', body: anyValue('hi') }] }] },
  ],
};
export const metricJson = {
  resourceMetrics: [
    {
      scopeMetrics: [
        {
          metrics: [
            {
              name: 'requests',
              gauge: { dataPoints: [{ timeUnixNano: '1770000000000000000', asInt: '3' }] },
            },
          ],
        },
      ],
    },
  ],
};
export const wire = (signal: 'traces' | 'logs' | 'metrics', json: object): Buffer =>
  Buffer.from(jsonToWire(EXPORT_REQUESTS[signal], JSON.stringify(json)));

export const withLength = (bytes: Buffer): Buffer => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
};
export const withVarint = (bytes: Buffer): Buffer => {
  const length: number[] = [];
  for (let left = bytes.length; ; left >>>= 7) {
    length.push(left > 0x7f ? (left & 0x7f) | 0x80 : left);
    if (left <= 0x7f) return Buffer.concat([Buffer.from(length), bytes]);
  }
};

/** A gigabyte of one text over and over, packed: it takes minutes to be read through. */
export const packedGigabyte = (of: string): Buffer[] =>
  Array<Buffer>(64).fill(gzipSync(Buffer.alloc(1 << 24, of)));
