import * as fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { OpenStore } from '../../testing/open-store.ts';
import { spanIdOf, traceIdOf, type SpanSpec } from '../../testing/otlp.ts';
import { runCommand } from '../../testing/run-command.ts';
import { ChunkWriter } from './chunks.ts';
import { hasInput, hasOutput, keepOnly, PreviewSheet, previewsAt, type Previews } from './previews.ts';
import { PreviewReader } from './preview-reader.ts';
import { Statements } from '../reader/list-query.ts';
import { findTrace } from '../reader/traces.ts';
import { spansOfTrace } from '../reader/spans.ts';
import { findProject } from '../reader/projects.ts';

const words = fc.option(fc.string({ unit: 'grapheme', maxLength: 200 }), { nil: null });
const previews: fc.Arbitrary<Previews> = fc.record({ inputPreview: words, outputPreview: words });
const NONE: Previews = { inputPreview: null, outputPreview: null };

test('a sheet gives back what it was given, and a place tells by itself whether it has an input and an output', () => {
  fc.assert(
    fc.property(fc.array(previews, { maxLength: 120 }), (given) => {
      const sheet = new PreviewSheet();
      const all = [...given, ...given];
      const places = all.map((one) => sheet.add(one));
      const said = places.map((place) => (place === null ? NONE : previewsAt(sheet.bytes, place)));
      expect(said).toEqual(all);
      expect(places.map((place) => place !== null && hasInput(place))).toEqual(
        all.map((one) => one.inputPreview !== null),
      );
      expect(places.map((place) => place !== null && hasOutput(place))).toEqual(
        all.map((one) => one.outputPreview !== null),
      );
    }),
  );
});

test('what is not kept of a sheet is zeros, and what is keeps its place', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(previews, fc.boolean()), { maxLength: 30 }), (given) => {
      const sheet = new PreviewSheet();
      const places = given.map(([one]) => sheet.add(one));
      const kept = places.filter((place, i): place is number => place !== null && given[i]![1]);
      const left = keepOnly(sheet.bytes, kept);
      const wanted = given.filter(([, isKept], i) => isKept && places[i] !== null).map(([one]) => one);
      expect(kept.map((place) => previewsAt(left, place))).toEqual(wanted);
      const most = kept.map((place) => {
        const { inputPreview, outputPreview } = previewsAt(sheet.bytes, place);
        const texts = [inputPreview, outputPreview].filter((text) => text !== null);
        return texts.reduce((sum, text) => sum + 4 + Buffer.byteLength(text), 0);
      });
      const bytes = left.filter((byte) => byte !== 0).length;
      expect(bytes).toBeLessThanOrEqual(most.reduce((sum, length) => sum + length, 0));
    }),
  );
});

test('a sheet that is too short says nothing', () => {
  const sheet = new PreviewSheet();
  const place = sheet.add({ inputPreview: 'asked', outputPreview: 'answered' })!;
  expect(previewsAt(sheet.bytes.subarray(0, 12), place)).toEqual({
    inputPreview: 'asked',
    outputPreview: null,
  });
  expect(previewsAt(Buffer.alloc(2), place)).toEqual(NONE);
});

let store: OpenStore;
beforeEach(() => (store = new OpenStore()));
afterEach(() => store.close());

const said = (trace: number, span: number, input: string): SpanSpec => ({
  traceId: traceIdOf(trace),
  spanId: spanIdOf(span),
  attributes: {
    'gen_ai.operation.name': 'chat',
    'gen_ai.input.messages': JSON.stringify([{ role: 'user', parts: [{ type: 'text', content: input }] }]),
  },
});

function shown(trace: number): (string | null)[] {
  const statements = new Statements(store.reading);
  const found = findTrace(statements, findProject(statements, 'p')!, traceIdOf(trace))!;
  const rows = spansOfTrace(statements, found.id);
  return new PreviewReader(store.reading).read(rows).map(({ inputPreview }) => inputPreview);
}

test('rows hold none, and those of chunks that are not written yet can be read', () => {
  store.keepSpans('p', said(1, 1, 'first'), said(1, 2, 'second'));
  expect(store.all('SELECT input_preview, output_preview FROM spans WHERE preview_at IS NOT NULL')).toEqual([
    { input_preview: null, output_preview: null },
    { input_preview: null, output_preview: null },
  ]);
  expect(shown(1)).toEqual(['first', 'second']);

  const chunks = new ChunkWriter(store.writing);
  const at = chunks.put(Buffer.from('raw'), { inputPreview: 'unwritten', outputPreview: null });
  expect(previewsAt(chunks.unwrittenPreviews(at.chunk)!, at.previewAt!).inputPreview).toBe('unwritten');
});

test('a span that comes again in the same transaction as others is what its trace shows', () => {
  store.keepSpans('p', said(1, 1, 'old'));
  store.keepSpans('p', said(1, 1, 'new'), { ...said(1, 2, 'child'), parentSpanId: spanIdOf(1) });
  expect(store.one('SELECT input_preview FROM traces')).toBe('new');
  expect(shown(1)).toEqual(['new', 'child']);
});

test('a deleted span takes its previews out of the chunk that others lie in', () => {
  store.keepSpans('p', said(1, 1, 'deleted'), said(2, 2, 'kept'));
  runCommand(store.writing, store.writer, { type: 'delete-trace', projectId: 'p', traceId: traceIdOf(1) });
  expect([store.tablesWith('deleted'), shown(2)]).toEqual([[], ['kept']]);
});

test('that are damaged keep no span of their trace out, nor its reextraction', () => {
  store.keepSpans('p', said(1, 1, 'first'));
  store.writing.prepare('UPDATE chunks SET previews = ?').run(Buffer.from('no sheet'));
  store.restart();
  store.keepSpans('p', { ...said(1, 2, 'second'), parentSpanId: spanIdOf(1) });
  expect(store.one('SELECT span_count FROM traces')).toBe(2);
  expect(() => shown(1)).toThrow(/Unknown frame/);
  const due = store.writer.reextract((reextraction) => {
    reextraction.markSome(Number(store.one('SELECT MAX(id) FROM traces')));
    return reextraction.next();
  });
  expect(due?.spans.map(({ stored }) => stored.inputPreview)).toEqual([null, 'second']);
});
