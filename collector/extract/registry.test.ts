import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { conversationOfSpan } from '../messages/conversation.ts';
import { event, linesOf, log, span as conversationSpan } from '../messages/testing/build-span.ts';
import { createExtractor } from './extract.ts';
import { type FrameworkSample, spanInput } from './fixtures/span-input.ts';
import { FRAMEWORKS } from './registry.ts';

const extractor = createExtractor();
const namesIn = (folder: string): string[] =>
  readdirSync(new URL(folder, import.meta.url))
    .filter((file) => file !== 'span-input.ts')
    .map((file) => file.replace('.ts', ''))
    .sort();

async function samplesOf(slug: string): Promise<readonly FrameworkSample[]> {
  const { samples }: { samples: readonly FrameworkSample[] } = await import(`./fixtures/${slug}.ts`);
  return samples;
}

/** What the messages' readers make of a sample, with the columns that extraction gave it. */
function conversationOf({ span, logs }: FrameworkSample): readonly string[] {
  const found = extractor.extract(spanInput(span));
  return linesOf(
    conversationOfSpan(
      conversationSpan({
        id: '01',
        name: span.name ?? 'span',
        ...(span.attributes === undefined ? {} : { attributes: span.attributes }),
        events: (span.events ?? []).map(({ name, attributes }) => event(name, attributes ?? {})),
        logs: (logs ?? []).map(({ name, body }) => log(name, body)),
        span: {
          span_category: found.category,
          observation_type: found.observationType,
          framework: found.framework,
          tool_name: found.toolName,
          agent_name: found.agentName,
          has_error: found.hasError,
        },
      }),
    ),
  );
}

test('every framework file is a row and has a fixture, and no slug comes twice', () => {
  const slugs = FRAMEWORKS.map((row) => row.slug);
  expect(namesIn('./frameworks')).toEqual([...slugs].sort());
  expect(namesIn('./fixtures')).toEqual([...slugs].sort());
});

describe.each(FRAMEWORKS)('$slug', (row) => {
  test('has a name, a documentation link and something to be recognised by', () => {
    expect(row.slug).toMatch(/^[a-z][a-z0-9-]+$/);
    expect(row.displayName.trim()).not.toBe('');
    expect(new URL(row.documentation).protocol).toBe('https:');
    const marks = [...(row.scopes ?? []), ...(row.keys ?? []), ...Object.keys(row.resource ?? {})];
    expect(marks.length).toBeGreaterThan(0);
    expect(row.conventions.length).toBeGreaterThan(0);
  });

  test('its fixtures are recognised as its own and read as they say', async () => {
    const samples = await samplesOf(row.slug);
    expect(samples.length).toBeGreaterThan(0);
    for (const { says, span, fields } of samples) {
      const found = extractor.extract(spanInput(span));
      expect({ says, ...found }).toMatchObject({ says, framework: row.slug, ...fields });
    }
  });

  test('its fixtures say what they hold', async () => {
    const samples = (await samplesOf(row.slug)).filter(({ conversation }) => conversation !== undefined);
    expect(samples.map((sample) => [sample.says, conversationOf(sample)])).toEqual(
      samples.map(({ says, conversation }) => [says, conversation]),
    );
  });
});
