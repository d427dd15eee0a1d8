import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { defaultConfig } from '../config/config.ts';
import { AttributeIndexer } from '../ingest/worker/attribute-indexer.ts';
import { EXTRACTION_VERSION } from '../lib/version.ts';
import { ReadCache } from '../messages/read-cache.ts';
import { searchTexts } from '../messages/search-texts.ts';
import { everySample } from '../testing/every-sample.ts';
import { createExtractor } from './extract.ts';
import { conversationSpan } from './fixtures/conversation-span.ts';
import { type SpanSketch, spanInput } from './fixtures/span-input.ts';

/*
 * What this version stores of the sample spans, as hashes by hashes of the spans. A span that was stored is read anew only where
 * the version was raised: without this, whoever forgets to raise it leaves old spans wrong, and nothing says so.
 */

const FILE = './stored-answers.json';

interface Kept {
  readonly version: number;
  readonly answers: Readonly<Record<string, string>>;
}

const extractor = createExtractor();
const indexer = new AttributeIndexer(defaultConfig({}).otel.attributes);

const hashOf = (value: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? `${one}n` : one)))
    .digest('base64url')
    .slice(0, 12);

function storedOf(sketch: SpanSketch): unknown {
  const input = spanInput(sketch);
  const fields = extractor.extract(input);
  const indexed = indexer.read(input).map(({ key, value }) => [key.name, value]);
  return [fields, indexed, [...searchTexts(conversationSpan(sketch, fields), new ReadCache())]];
}

const samples = (await everySample()).map(({ says, span }) => ({ says, span, id: hashOf(span) }));
const answers = Object.fromEntries(samples.map(({ id, span }) => [id, hashOf(storedOf(span))]));
const kept = JSON.parse(readFileSync(new URL(FILE, import.meta.url), 'utf8')) as Kept;

test('what a stored span was read as changes with EXTRACTION_VERSION alone: raise it', () => {
  const isOther = ({ id }: { id: string }): boolean =>
    kept.answers[id] !== undefined && kept.answers[id] !== answers[id];
  const changed = kept.version === EXTRACTION_VERSION ? samples.filter(isOther) : [];
  expect(changed.map(({ says }) => says)).toEqual([]);
});

test('every sample is kept as this version reads it: write them with --update, once the test above passes', async () => {
  const sorted = Object.fromEntries(Object.entries(answers).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  const text = JSON.stringify({ version: EXTRACTION_VERSION, answers: sorted } satisfies Kept, null, 2);
  await expect(`${text}\n`).toMatchFileSnapshot(FILE);
});
