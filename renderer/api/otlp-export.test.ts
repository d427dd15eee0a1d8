import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError } from './client.ts';
import { OtlpExport, readOtlp } from './otlp-export.ts';

const raw = (spanId: string, service: string, scope: string) => ({
  spanId,
  startTimeUnixNano: '1700000000000000001',
  resource: { attributes: [{ key: 'service.name', value: { stringValue: service } }], schemaUrl: 'r' },
  scope: { name: scope, schemaUrl: 's' },
});

test('spans come under their resource and scope, each of which is written once', () => {
  const file = new OtlpExport();
  for (const span of [raw('a', 'one', 'x'), raw('b', 'two', 'x'), raw('c', 'one', 'y'), raw('d', 'one', 'x')])
    file.add(span);
  const written: unknown = JSON.parse(file.end().join(''));
  const resource = (service: string) => ({
    attributes: [{ key: 'service.name', value: { stringValue: service } }],
  });
  const span = (spanId: string) => ({ spanId, startTimeUnixNano: '1700000000000000001' });
  expect(written).toEqual({
    resourceSpans: [
      {
        resource: resource('one'),
        schemaUrl: 'r',
        scopeSpans: [
          { scope: { name: 'x' }, schemaUrl: 's', spans: [span('a'), span('d')] },
          { scope: { name: 'y' }, schemaUrl: 's', spans: [span('c')] },
        ],
      },
      {
        resource: resource('two'),
        schemaUrl: 'r',
        scopeSpans: [{ scope: { name: 'x' }, schemaUrl: 's', spans: [span('b')] }],
      },
    ],
  });
});

test('of no spans it is an empty request', () =>
  expect(JSON.parse(new OtlpExport().end().join(''))).toEqual({ resourceSpans: [] }));

test('it is one line, with all digits', () => {
  const file = new OtlpExport();
  file.add({ spanId: 'b', attributes: [{ key: 'n', value: { intValue: 9_223_372_036_854_775_807n } }] });
  const written = file.end().join('');
  expect(written).not.toContain('\n');
  expect(written).toContain('9223372036854775807');
});

type Request = { resourceSpans: { scopeSpans: { spans: { spanId: string }[] }[] }[] };

const spanIdsIn = (line: string): string[] =>
  (JSON.parse(line) as Request).resourceSpans.flatMap(({ scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) => spans.map(({ spanId }) => spanId)),
  );

test('a line ends before it is too long, and the next one names resource and scope again', () => {
  const file = new OtlpExport(1000);
  const of = (spanId: string, length: number) => ({
    ...raw(spanId, 'one', 'x'),
    name: 'n'.repeat(length),
  });
  for (const span of [of('a', 300), of('b', 300), of('c', 300), of('large', 2000), of('d', 10), of('e', 10)])
    file.add(span);
  const lines = file.end();
  expect(lines.map(spanIdsIn)).toEqual([['a', 'b'], ['c'], ['large'], ['d', 'e']]);
  for (const line of lines) expect(line).toContain('"stringValue":"one"');
});

test('what a resource adds to a line counts where the line has not named it yet', () => {
  const file = new OtlpExport(1000);
  const [one, two] = ['1'.repeat(600), '2'.repeat(600)];
  for (const span of [raw('a', one, 'x'), raw('b', one, 'x'), raw('c', two, 'x')]) file.add(span);
  expect(file.end().map(spanIdsIn)).toEqual([['a', 'b'], ['c']]);
});

describe('a trace that is read in pages', () => {
  const MB = 1_000_000;
  let asked: string[] = [];
  beforeEach(() => {
    asked = [];
    vi.stubGlobal('sessionStorage', { getItem: () => null });
  });
  afterEach(() => vi.unstubAllGlobals());

  /** A collector whose trace has a span of each size, and which answers so much at once. */
  function serve(sizes: readonly number[], mostAtOnce: number, code = 'VALIDATION_ERROR'): void {
    const answer = (path: string): Response => {
      const { searchParams } = new URL(path, 'http://collector');
      const [page, limit] = ['page', 'limit'].map((name) => Number(searchParams.get(name))) as [
        number,
        number,
      ];
      asked.push(`${page}/${limit}`);
      const from = (page - 1) * limit;
      const taken = sizes.slice(from, from + limit);
      if (taken.reduce((sum, size) => sum + size, 0) > mostAtOnce)
        return Response.json({ code, message: 'this page holds too much' }, { status: 400 });
      const data = taken.map((size, n) => ({
        raw_span: { ...raw(String(from + n), 'one', 'x'), name: 'n'.repeat(size) },
      }));
      const meta = { page, limit, total_items: sizes.length, total_pages: Math.ceil(sizes.length / limit) };
      return Response.json({ data, meta });
    };
    vi.stubGlobal('fetch', (path: string) => Promise.resolve(answer(path)));
  }
  const read = (onProgress?: (share: number) => void) =>
    readOtlp('default', 't', new AbortController().signal, onProgress);
  const idsOf = (count: number) => Array.from({ length: count }, (_, n) => String(n));

  test('is one line where it is small, and says how far it is', async () => {
    serve(
      Array.from({ length: 450 }, () => 10),
      MB,
    );
    const shares: number[] = [];
    const lines = await read((share) => shares.push(share));
    expect(lines.map(spanIdsIn)).toEqual([idsOf(450)]);
    expect(asked).toEqual(['1/200', '2/200', '3/200']);
    expect(shares).toEqual([200 / 450, 400 / 450, 1]);
  });

  test('is several lines of some 8 MB where it is large', async () => {
    serve(
      Array.from({ length: 20 }, () => MB),
      100 * MB,
    );
    const lines = await read();
    expect(lines.map((line) => spanIdsIn(line).length)).toEqual([7, 7, 6]);
    expect(lines.flatMap(spanIdsIn)).toEqual(idsOf(20));
    for (const line of lines) expect(line.length).toBeLessThan(8 * MB);
  });

  test('is asked for in smaller pages where one is too much, and in large ones after that', async () => {
    const sizes = Array.from({ length: 430 }, (_, n) => (n >= 220 && n < 225 ? 600 : 1));
    serve(sizes, 1000);
    const lines = await read();
    expect(lines.flatMap(spanIdsIn)).toEqual(idsOf(430));
    expect(asked.slice(0, 7)).toEqual(['1/200', '2/200', '11/20', '12/20', '111/2', '221/1', '222/1']);
    expect(asked.slice(-3)).toEqual(['19/20', '20/20', '3/200']);
  });

  test('leaves out and doubles none, wherever pages are too much', async () => {
    for (const step of [1, 3, 7, 50, 199, 200]) {
      serve(
        Array.from({ length: 421 }, (_, n) => (n % step === 0 ? 900 : 20)),
        1000,
      );
      // oxlint-disable-next-line no-await-in-loop
      expect((await read()).flatMap(spanIdsIn)).toEqual(idsOf(421));
    }
  });

  test('fails with what the collector says where one span is too much, or something else is wrong', async () => {
    serve([10, 5000], 1000);
    await expect(read()).rejects.toThrow(ApiError);
    expect(asked).toEqual(['1/200', '1/20', '1/2', '1/1', '2/1']);
    asked = [];
    serve([5000], 1000, 'UNAUTHORIZED');
    await expect(read()).rejects.toThrow('this page holds too much');
    expect(asked).toEqual(['1/200']);
  });
});
