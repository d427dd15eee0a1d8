import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { testFolder } from '../testing/test-folder.ts';
import { logJson, metricJson, spanJson, wire, withLength, withVarint } from '../testing/otlp-files.ts';
import { openFiles } from '../testing/open-files.ts';
import { anyValue } from '../testing/otlp.ts';
import { readRecords } from './read-file.ts';
import { isBad, type BadRecord, type FileRecord } from './record.ts';

const MAX = 10_000;

async function all(file: string): Promise<(FileRecord | BadRecord)[]> {
  const records: (FileRecord | BadRecord)[] = [];
  for await (const record of readRecords(file, { maxBytes: MAX })) records.push(record);
  return records;
}

async function read(content: Buffer | string): Promise<(FileRecord | BadRecord)[]> {
  const file = path.join(testFolder(), 'file');
  writeFileSync(file, content);
  return all(file);
}
const told = async (content: Buffer | string): Promise<string[]> =>
  (await read(content)).map((record) =>
    isBad(record) ? `${record.at}: ${record.reason}` : `${record.at}: ${record.encoding} ${record.signal}`,
  );

describe('OTLP JSON', () => {
  const lines = `${JSON.stringify(spanJson(1))}\n\n${JSON.stringify(logJson)}\r\n${JSON.stringify(metricJson)}`;

  test('a request a line, empty lines apart', async () => {
    expect(await told(lines)).toEqual(['line 1: json traces', 'line 3: json logs', 'line 4: json metrics']);
  });

  test('one request spread over lines, and one with a byte order mark', async () => {
    expect(await told(JSON.stringify(spanJson(1), null, 2))).toEqual(['document 1: json traces']);
    expect(await told(`\uFEFF${JSON.stringify(spanJson(1))}`)).toEqual(['line 1: json traces']);
  });

  test('packed by gzip or zstd, whatever the name', async () => {
    expect(await told(gzipSync(lines))).toHaveLength(3);
    const frame = zstdCompressSync(Buffer.from(lines));
    expect(await told(frame)).toHaveLength(3);
    // As `cat` joins files, and with a frame of nothing before it, as `pzstd` writes them.
    expect(await told(Buffer.concat([frame, zstdCompressSync('\n'), frame]))).toHaveLength(6);
    expect(await told(Buffer.concat([Buffer.from('502a4d180100000000', 'hex'), frame]))).toHaveLength(3);
  });

  test.skipIf(process.platform === 'win32')(
    'through a pipe, which has no beginning to go back to',
    async () => {
      const file = path.join(testFolder(), 'pipe');
      execFileSync('mkfifo', [file]);
      for (const content of [lines, gzipSync(lines)]) {
        const written = writeFile(file, content);
        expect(await all(file)).toHaveLength(3);
        await written;
      }
    },
  );

  test('a bad line is passed over, also the first', async () => {
    const good = JSON.stringify(spanJson(1));
    expect(await told(`{"broken\n${good}\n{"other": 1}\n${good}`)).toEqual([
      'line 1: is no OTLP JSON: it has no resourceSpans, resourceLogs or resourceMetrics',
      'line 2: json traces',
      'line 3: is no OTLP JSON: it has no resourceSpans, resourceLogs or resourceMetrics',
      'line 4: json traces',
    ]);
  });

  test('lines that are no JSON are passed over wherever they are: a cut one, a log, two that look like JSON', async () => {
    const good = JSON.stringify(spanJson(1));
    const banner = '\n> tracedeck@0.1.0 start\n> node build/bootstrap.mjs start export\n\n';
    for (const [begin, bad] of [
      ['lue":"cut off"}}]}]}]}\n', 1],
      [banner, 2],
      ['[12:00] started\n', 1],
      ['\u001B[32minfo\u001B[39m started\n', 1],
      ['{"resourceSpans": [{"cut\n{"resourceSpans": [{"off\n', 2],
      [`${'x'.repeat(70)}\n`.repeat(100), 100],
    ] as const) {
      const records = await read(`${begin}${good}\nno JSON\n${good}`);
      expect(records.filter((record) => !isBad(record) && record.body.toString() === good)).toHaveLength(2);
      expect(records).toHaveLength(bad + 3);
    }
  });

  test('requests behind more other lines than one request may take', async () => {
    const log = `${'started '.repeat(20)}\n`.repeat(Math.ceil(MAX / 100));
    const records = await read(`${log}${JSON.stringify(spanJson(1))}\n`);
    expect(records.filter((record) => !isBad(record))).toHaveLength(1);
  });

  test('a line in the colours of a terminal is one without them, what its content says of them included', async () => {
    const good = JSON.stringify(spanJson(1, 'é \u001B[31mred\u001B[0m'));
    const coloured = `\u001B[36m${good}\u001B[0m\n\u001B[1;32minfo\u001B[0m\n\u001B[0m\n\u001B[2K\u001B[1G${good}`;
    expect(await read(coloured)).toEqual([
      { signal: 'traces', encoding: 'json', body: Buffer.from(good), at: 'line 1' },
      { at: 'line 2', reason: expect.stringMatching(/^is no OTLP JSON/) as string },
      { signal: 'traces', encoding: 'json', body: Buffer.from(good), at: 'line 4' },
    ]);
  });

  test('a document is one, also with an object a line within, cut off or too large', async () => {
    const text = JSON.stringify(spanJson(1), null, 1).replace(
      /\{\s+("key".*)\s+("value".*)\s+(.*)\s+\}\s+\}/g,
      '{$1$2$3}}',
    );
    expect(text).toMatch(/^\s*\{"key".*\}$/m);
    expect(await told(text)).toEqual(['document 1: json traces']);
    expect(await told(text.slice(0, -20))).toEqual(['document 1: json traces']);
    expect(await told(JSON.stringify(spanJson(1, 'x'.repeat(MAX)), null, 2))).toEqual([
      `document 1: is larger than ${MAX} bytes (otel.ingestion.max_body_bytes)`,
    ]);
  });

  test('a key that stands in content decides nothing', async () => {
    const text = JSON.stringify(logJson);
    expect(await told(JSON.stringify(spanJson(1, text)))).toEqual(['line 1: json traces']);
  });

  test('a line over the limit is passed over without being held', async () => {
    const large = JSON.stringify(spanJson(1, 'x'.repeat(MAX)));
    expect(await told(`${JSON.stringify(spanJson(2))}\n${large}\n${JSON.stringify(logJson)}\n`)).toEqual([
      'line 1: json traces',
      `line 2: is larger than ${MAX} bytes (otel.ingestion.max_body_bytes)`,
      'line 3: json logs',
    ]);
  });
});

test('a text is told once to be neither, not message by message', async () => {
  const text = `# Notes\n\nWhat was recorded, and how: ${'lorem ipsum '.repeat(500)}\n`;
  for (const file of [
    text,
    gzipSync(text),
    'a;b\n1;2\n',
    '<html></html>',
    '\u001B[32minfo\u001B[39m started\n',
  ])
    expect(await told(file)).toEqual(['the file: is neither OTLP JSON nor protobuf']);
});

test.for([
  ['UTF-16 text', Buffer.from(`\uFEFF${JSON.stringify(spanJson(1), null, 2)}`, 'utf16le')],
  ['a ZIP archive', Buffer.from('504b0304140000000800', 'hex')],
  ['a tar archive', gzipSync(Buffer.from(`${'x.jsonl'.padEnd(257, '\0')}ustar  \0`))],
  ['compressed with bzip2', Buffer.from('BZh91AY&SY')],
] as const)('what is %s is told to be that', async ([kind, content]) => {
  expect(await told(content)).toEqual([expect.stringContaining(`the file: is ${kind}`)]);
});

describe('OTLP protobuf', () => {
  const parts = [wire('traces', spanJson(1)), wire('logs', logJson), wire('metrics', metricJson)];
  const signals = ['traces', 'logs', 'metrics'];

  test.for([
    ['a length of four bytes before each message', withLength],
    ['a varint before each message', withVarint],
  ] as const)('%s', async ([, framed]) => {
    const records = await read(Buffer.concat(parts.map(framed)));
    expect(records).toEqual(
      parts.map((body, i) => ({ signal: signals[i], encoding: 'protobuf', body, at: `message ${i + 1}` })),
    );
  });

  test('messages that the Collector packs one by one, of protobuf and of JSON', async () => {
    const json = [spanJson(1), logJson, metricJson].map((body) => Buffer.from(JSON.stringify(body)));
    const packed = (bodies: readonly Buffer[]): Buffer =>
      Buffer.concat(bodies.map((body) => withLength(zstdCompressSync(body))));
    for (const [bodies, encoding] of [
      [parts, 'protobuf'],
      [json, 'json'],
    ] as const)
      expect(await read(packed(bodies))).toEqual(
        bodies.map((body, i) => ({ signal: signals[i], encoding, body, at: `message ${i + 1}` })),
      );
  });

  test('messages of nothing are passed over, and too many of them are no messages', async () => {
    const zeros = (count: number): Buffer => Buffer.alloc(count * 4);
    expect(await told(Buffer.concat([zeros(9000), withLength(parts[0]!), zeros(9000)]))).toEqual([
      'message 9001: protobuf traces',
    ]);
    expect(await told(gzipSync(zeros(20_000)))).toEqual(['message 10001: is no OTLP protobuf']);
  });

  test('a packed message that is damaged, cut off or too large in the clear is passed over', async () => {
    const good = zstdCompressSync(parts[0]!);
    const damaged = Buffer.from(good).fill(0xff, 8);
    const large = zstdCompressSync(Buffer.alloc(MAX + 1));
    const messages = [damaged, good.subarray(0, -3), large, good].map(withLength);
    expect(await told(Buffer.concat(messages))).toEqual([
      expect.stringMatching(/^message 1: the compressed data is damaged \(/),
      expect.stringMatching(/^message 2: the compressed data is damaged \(/),
      `message 3: is larger than ${MAX} bytes (otel.ingestion.max_body_bytes)`,
      'message 4: protobuf traces',
    ]);
  });

  test.for(signals.map((signal, i) => [signal, parts[i]!] as const))(
    'a bare request of %s',
    async ([signal, body]) => {
      const again = Buffer.concat([body, body]);
      expect(await read(again)).toEqual([{ signal, encoding: 'protobuf', body: again, at: 'resource 1' }]);
    },
  );

  test('a message that begins with nothing but letters', async () => {
    const span = { traceId: '1'.repeat(32), spanId: '1'.repeat(16), parentSpanId: '2'.repeat(16), name: 'a' };
    const resource = { attributes: [{ key: 'k'.repeat(60), value: anyValue('') }] };
    const body = wire('traces', { resourceSpans: [{ resource, scopeSpans: [{ spans: [span] }] }] });
    expect(withVarint(body).subarray(0, 64).toString()).toMatch(/^[ -~\n]{64}$/);
    expect(await told(withVarint(body))).toEqual(['message 1: protobuf traces']);
  });

  test('a message over the limit is passed over, one that is cut off told', async () => {
    const large = withLength(wire('traces', spanJson(1, 'x'.repeat(MAX))));
    const cut = withLength(parts[0]!).subarray(0, -3);
    expect(await told(Buffer.concat([large, withLength(parts[1]!), cut]))).toEqual([
      `message 1: is larger than ${MAX} bytes (otel.ingestion.max_body_bytes)`,
      'message 2: protobuf logs',
      'message 3: is cut off: the file ends before it does',
    ]);
  });

  test('of a message over the limit that the file ends within, it says so: the limit is not why', async () => {
    const large = wire('traces', spanJson(1, 'x'.repeat(MAX)));
    for (const whole of [withLength(large), large])
      expect(await told(whole.subarray(0, -3))).toEqual([
        expect.stringMatching(/ 1: is cut off: the file ends before it does$/) as string,
      ]);
  });

  test('spans without times and records without any are still told apart', async () => {
    const ids = { traceId: '1'.repeat(32), spanId: '1'.repeat(16) };
    const span = {
      resourceSpans: [{ scopeSpans: [{ spans: [{ ...ids, parentSpanId: '2'.repeat(16), name: 'a' }] }] }],
    };
    const log = { resourceLogs: [{ scopeLogs: [{ logRecords: [{ body: anyValue('only this') }] }] }] };
    const sum = {
      resourceMetrics: [
        { scopeMetrics: [{ metrics: [{ name: 'n', sum: { dataPoints: [{ asInt: '1' }] } }] }] },
      ],
    };
    expect(
      await told(
        Buffer.concat([wire('traces', span), wire('logs', log), wire('metrics', sum)].map(withLength)),
      ),
    ).toEqual(['message 1: protobuf traces', 'message 2: protobuf logs', 'message 3: protobuf metrics']);
  });
});

describe('what is no export', () => {
  test('is told in one line each', async () => {
    expect(await told('')).toEqual(['the file: is empty']);
    expect(await told('hello, world')).toHaveLength(1);
    expect(await told('[1, 2, 3]')).toHaveLength(1);
    expect((await told(Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')))[0]).toMatch(/is/);
  });

  test('whoever reads no further has closed the file', async () => {
    const file = path.join(testFolder(), 'packed');
    const noise = Array.from({ length: 20_000 }, (_, n) => JSON.stringify(spanJson(n, `${Math.sin(n)}`)));
    for (const content of [gzipSync(noise.join('\n')), noise.join('\n')]) {
      writeFileSync(file, content);
      for await (const record of readRecords(file, { maxBytes: MAX })) {
        expect(isBad(record)).toBe(false);
        break;
      }
      await expect.poll(openFiles).not.toContain(file);
    }
  });

  test('a file that is not there or a folder throws in one line', async () => {
    const folder = testFolder();
    await expect(all(path.join(folder, 'none'))).rejects.toThrow(/none can't be read \(ENOENT\)$/);
    await expect(all(folder)).rejects.toThrow(/is a folder$/);
  });
});
