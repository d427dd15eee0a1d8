import { describe, expect, test } from 'vitest';
import { defaultConfig, type Config } from '../../config/config.ts';
import { attributesOf } from '../../testing/attributes.ts';
import { TraceDecoder } from '../../decode/traces.ts';
import { spanIdOf, traceBytes, traceIdOf, type PlainValue } from '../../testing/otlp.ts';
import { AttributeIndexer } from './attribute-indexer.ts';

type Attributes = Readonly<Record<string, PlainValue>>;
type Settings = Partial<Config['otel']['attributes']>;

/** `[key, value]` of each row that a span of these attributes gets; blobs as arrays of bytes. */
function rowsOf(attributes: Attributes, settings: Settings = {}, resource: Attributes = {}): unknown[] {
  const indexer = new AttributeIndexer({ ...defaultConfig({}).otel.attributes, ...settings });
  const rows: unknown[] = [];
  const body = traceBytes({ resource, spans: [{ traceId: traceIdOf(1), spanId: spanIdOf(1), attributes }] });
  new TraceDecoder().decode(body, (span) => {
    for (const { key, value } of indexer.read(span))
      rows.push([key.name, value instanceof Uint8Array ? [...value] : value]);
  });
  return rows;
}

describe('which attributes are indexed', () => {
  test('every gen_ai one, and no other', () => {
    expect(rowsOf({ 'gen_ai.request.seed': 5, 'http.route': '/', gen_ai: 1 })).toEqual([
      ['gen_ai.request.seed', 5n],
    ]);
  });

  test('none when that is switched off', () => {
    expect(rowsOf({ 'gen_ai.request.seed': 5 }, { auto_index_genai: false })).toEqual([]);
  });

  test('those that the settings name, from the span or its resource', () => {
    const settings = { trace_attributes: ['tier'], span_attributes: ['host.name', 'route'] };
    expect(rowsOf({ tier: 'gold', other: 1 }, settings, { 'host.name': 'one', other: 2 })).toEqual([
      ['tier', 'gold'],
      ['host.name', 'one'],
    ]);
  });

  test('the span’s own where its resource has the key, too', () => {
    expect(rowsOf({ tier: 'own' }, { trace_attributes: ['tier'] }, { tier: 'shared' })).toEqual([
      ['tier', 'own'],
    ]);
  });

  test('none that is a column of its own', () => {
    expect(
      rowsOf({
        'gen_ai.operation.name': 'chat',
        'gen_ai.request.model': 'm',
        'gen_ai.usage.input_tokens': 1,
        'gen_ai.response.finish_reasons': ['stop'],
      }),
    ).toEqual([]);
  });

  test('at most a hundred of one span', () => {
    const many = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`gen_ai.made.up.${i}`, i]));
    expect(rowsOf(many)).toHaveLength(100);
  });
});

describe('how a value is indexed', () => {
  test.for<[value: PlainValue, rows: unknown[]]>([
    ['text', ['text']],
    ['', ['']],
    ['x'.repeat(128), ['x'.repeat(128)]],
    ['x'.repeat(129), [`${'x'.repeat(128)}…`]],
    [5, [5n]],
    [9223372036854775807n, [9223372036854775807n]],
    [0.5, [0.5]],
    [true, [[1]]],
    [false, [[0]]],
    [
      ['a', 1, true],
      ['a', 1n, [1]],
    ],
    [[], [[]]],
    [{ nested: 'x' }, [[]]],
    [[{ nested: 'x' }], [[]]],
    [Array.from({ length: 100 }, (_, i) => i), Array.from({ length: 32 }, (_, i) => BigInt(i))],
  ])('%s', ([value, rows]) => {
    expect(rowsOf({ 'gen_ai.x': value })).toEqual(rows.map((row) => ['gen_ai.x', row]));
  });

  test.for([
    'gen_ai.input.messages',
    'gen_ai.output.messages',
    'gen_ai.system_instructions',
    'gen_ai.tool.definitions',
    'gen_ai.tool.call.arguments',
    'gen_ai.prompt',
    'gen_ai.prompt.0.content',
    'gen_ai.completion.0.tool_calls.0.name',
  ])('%s by presence only', (key) => {
    expect(rowsOf({ [key]: 'secret' })).toEqual([[key, []]]);
  });

  test('what is no number in JSON as its text', () => {
    const indexer = new AttributeIndexer(defaultConfig({}).otel.attributes);
    const attributes = attributesOf({ 'gen_ai.a': Number.NaN, 'gen_ai.b': -Infinity, 'gen_ai.c': null });
    const rows = indexer.read({ attributes, resource: attributesOf({}) });
    expect(rows.map(({ key, value }) => [key.name, value])).toEqual([
      ['gen_ai.a', 'NaN'],
      ['gen_ai.b', '-Infinity'],
    ]);
  });

  test('a list that was spread over keys by its first item', () => {
    const spread = Object.fromEntries(
      Array.from({ length: 50 }, (_, i) => [`gen_ai.prompt.${i}.content`, 'x']),
    );
    expect(rowsOf(spread)).toEqual([['gen_ai.prompt.0.content', []]]);
  });

  test('the name of a prompt is a value, not a prompt', () => {
    expect(rowsOf({ 'gen_ai.prompt.name': 'greeting' })).toEqual([['gen_ai.prompt.name', 'greeting']]);
  });
});

test('keys too long to be remembered are not indexed', () => {
  const long = `gen_ai.${'x'.repeat(300)}`;
  expect(rowsOf({ [long]: 1, 'gen_ai.seed': 2 })).toEqual([['gen_ai.seed', 2n]]);
  expect(rowsOf({ 'gen_ai.seed': 2 }, {}, { [long]: 1 })).toEqual([['gen_ai.seed', 2n]]);
});
