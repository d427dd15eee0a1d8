import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { conversationOfSpan } from '../messages/conversation.ts';
import { linesOf } from '../messages/testing/build-span.ts';
import { createExtractor } from './extract.ts';
import { conversationSpan } from './fixtures/conversation-span.ts';
import { type FrameworkSample, spanInput } from './fixtures/span-input.ts';
import { FRAMEWORKS } from './registry.ts';

const extractor = createExtractor();
const namesIn = (folder: string): string[] =>
  readdirSync(new URL(folder, import.meta.url))
    .filter((file) => !file.includes('span'))
    .map((file) => file.replace('.ts', ''))
    .sort();

async function samplesOf(slug: string): Promise<readonly FrameworkSample[]> {
  const { samples }: { samples: readonly FrameworkSample[] } = await import(`./fixtures/${slug}.ts`);
  return samples;
}

/** Every slug that a span may have, as the interface of the collector names them. */
const SLUGS =
  `strands langgraph langchain crewai autogen google-adk openai-agents pydantic-ai vercel-ai agent-framework
  semantic-kernel llamaindex mastra genkit haystack dspy smolagents agno livekit claude-code gemini-cli codex copilot mcp
  aws-bedrock vertex-ai azure-ai openai anthropic langfuse langsmith logfire mlflow openlit traceloop openinference
  otel-genai litellm qwen-code spring-ai laminar pipecat tanstack-ai voltagent
  opencode langwatch sentry braintrust effect-ai beeai ax langtrace`.split(/\s+/);

test('every slug has a row, and every row a slug of the list', () => {
  expect(FRAMEWORKS.map((row) => row.slug).sort()).toEqual(SLUGS.toSorted());
});

test('every framework file is a row and has a fixture, and no slug comes twice', () => {
  const slugs = FRAMEWORKS.map((row) => row.slug);
  expect(namesIn('./frameworks')).toEqual([...slugs].sort());
  expect(namesIn('./fixtures')).toEqual([...slugs].sort());
});

describe.each(FRAMEWORKS)('$slug', (row) => {
  test('has a documentation link and something to be recognised by', () => {
    expect(row.slug).toMatch(/^[a-z][a-z0-9-]+$/);
    expect(new URL(row.documentation).protocol).toBe('https:');
    const marks = [
      ...(row.scopes ?? []),
      ...(row.names ?? []),
      ...(row.keys ?? []),
      ...Object.keys(row.resource ?? {}),
    ];
    expect(marks.length).toBeGreaterThan(0);
    expect(row.conventions.length).toBeGreaterThan(0);
  });

  test('its fixtures are read whatever is nested in them without an end', async () => {
    for (const { span } of await samplesOf(row.slug))
      for (const [key, value] of Object.entries(span.attributes ?? {})) {
        if (typeof value !== 'string') continue;
        for (const { index } of value.matchAll(/[[{]/g)) {
          const deep = `${value.slice(0, index)}${'['.repeat(60_000)}`;
          const read = { ...span, attributes: { ...span.attributes, [key]: deep } };
          expect(() => extractor.extract(spanInput(read)), `${key} at ${index}`).not.toThrow();
        }
      }
  });

  test('its fixtures say what they say', async () => {
    for (const { says, span, conversation } of await samplesOf(row.slug)) {
      if (conversation === undefined) continue;
      const told = conversationOfSpan(conversationSpan(span, extractor.extract(spanInput(span))));
      expect({ says, lines: linesOf(told) }).toEqual({ says, lines: conversation });
    }
  });

  test('its fixtures are recognised as its own and read as they say', async () => {
    const samples = await samplesOf(row.slug);
    expect(samples.length).toBeGreaterThan(0);
    for (const { says, span, fields } of samples) {
      const found = extractor.extract(spanInput(span));
      expect({ says, ...found }).toMatchObject({ says, framework: row.slug, ...fields });
    }
  });
});
