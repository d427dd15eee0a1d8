import { expect, test } from 'vitest';
import { errorPreview } from './error-preview.ts';
import { type SpanSketch, spanInput } from './fixtures/span-input.ts';

const previewOf = (sketch: SpanSketch) => errorPreview(spanInput(sketch));

const thrown = (message: string, type?: string) => ({
  name: 'exception',
  attributes: { 'exception.message': message, ...(type === undefined ? {} : { 'exception.type': type }) },
});

test.each<[string, SpanSketch, string | null]>([
  ['its status', { statusMessage: 'No such city.' }, 'No such city.'],
  ['what it threw', { events: [thrown('No such city.', 'LookupError')] }, 'LookupError: No such city.'],
  ['what it threw last', { events: [thrown('once'), thrown('twice')] }, 'twice'],
  ['no name that says nothing', { events: [thrown('No such city.', 'Error')] }, 'No such city.'],
  ['a name once', { events: [thrown('LookupError: No.', 'LookupError')] }, 'LookupError: No.'],
  [
    'what it threw, with the name, before its status',
    { statusMessage: 'No.', events: [thrown('No.', 'Late')] },
    'Late: No.',
  ],
  [
    'its attributes',
    { attributes: { 'error.type': '429', 'error.message': 'Slow down.' } },
    '429: Slow down.',
  ],
  ['no stack', { statusMessage: 'No.\n    at ask (file:///a.mjs:1:2)' }, 'No.'],
  [
    'the words of an answer',
    { statusMessage: '{"error":{"code":400,"message":"No such model."}}' },
    'No such model.',
  ],
  ['no type alone', { attributes: { 'error.type': 'timeout' } }, null],
  ['nothing blank', { events: [thrown(' ', 'Error')] }, null],
  ['its beginning', { statusMessage: 'x'.repeat(300) }, 'x'.repeat(200)],
])('a failed span says %s', (_what, sketch, preview) => expect(previewOf(sketch)).toBe(preview));
