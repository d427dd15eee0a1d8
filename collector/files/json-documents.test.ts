import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { logJson, metricJson, spanJson } from '../testing/otlp-files.ts';
import { ByteReader } from './byte-reader.ts';
import { jsonRecords } from './json-records.ts';
import { isBad } from './record.ts';

const MAX = 10_000;

/** The requests in a text that comes in pieces of this size, and what is told of the rest. */
async function read(text: string, pieceBytes = 1 << 16): Promise<[requests: unknown[], told: string[]]> {
  const bytes = Buffer.from(text);
  async function* pieces(): AsyncGenerator<Buffer> {
    for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
  }
  const requests: unknown[] = [];
  const told: string[] = [];
  for await (const record of jsonRecords(new ByteReader(pieces(), undefined), MAX)) {
    if (isBad(record)) told.push(`${record.at}: ${record.reason}`);
    else requests.push(JSON.parse(record.body.toString()));
  }
  return [requests, told];
}

const requests = [spanJson(1), logJson, metricJson, spanJson(2, '}], [{ "\\" é')];
const pretty = requests.map((request) => JSON.stringify(request, null, 2));

describe('requests of one file', () => {
  test.for<[how: string, text: string]>([
    ['one after another, as jq writes them', `${pretty.join('\n')}\n`],
    ['without anything between', pretty.join('')],
    ['in a list on one line, as jq -c -s writes it', JSON.stringify(requests)],
    ['in a list over lines, as jq -s writes it', JSON.stringify(requests, null, 2)],
    [
      'in a list with one a line',
      `[\n${requests.map((request) => JSON.stringify(request)).join(',\n')}\n]\n`,
    ],
    ['in a list a line', requests.map((request) => `${JSON.stringify([request])}\n`).join('')],
  ])('%s', async ([, text]) => {
    expect(await read(text)).toEqual([requests, []]);
  });

  test('in a list that is longer than one request may be', async () => {
    const many = Array.from({ length: 100 }, (_, n) => spanJson(n + 1, 'x'.repeat(500)));
    const large = spanJson(200, 'x'.repeat(MAX));
    for (const text of [
      JSON.stringify([...many, large, logJson]),
      JSON.stringify([...many, large, logJson], null, 1),
    ])
      expect(await read(text)).toEqual([
        [...many, logJson],
        [`document 101: is larger than ${MAX} bytes (otel.ingestion.max_body_bytes)`],
      ]);
  });

  test('with something else beside them, which is told', async () => {
    const [one, other] = pretty as [string, string];
    expect(await read(`[["a{", 1], ${one}, null,\n${other}] }`)).toEqual([
      requests.slice(0, 2),
      ['the beginning', 'what follows document 1', 'what follows document 2'].map(
        (at) => `${at}: is no JSON object`,
      ),
    ]);
  });
});

test('whatever they hold and however it comes, objects are those that were written', async () => {
  const request = fc
    .json()
    .map((text) => ({ resourceSpans: [], content: text, more: JSON.parse(text) as unknown }));
  await fc.assert(
    fc.asyncProperty(
      fc.array(request, { minLength: 1, maxLength: 5 }),
      fc.constantFrom(undefined, 1),
      fc.boolean(),
      fc.integer({ min: 1, max: 50 }),
      async (written, indent, isList, pieceBytes) => {
        const text = isList
          ? JSON.stringify(written, null, indent)
          : written.map((one) => JSON.stringify(one, null, indent)).join('\n');
        expect(await read(text, pieceBytes)).toEqual([JSON.parse(JSON.stringify(written)), []]);
      },
    ),
  );
});
