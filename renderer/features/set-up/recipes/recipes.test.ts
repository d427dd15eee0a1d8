import { describe, expect, test } from 'vitest';
import { INSTALL } from './recipe.ts';
import { FIRST_RECIPE, findRecipe, RECIPES } from './recipes.ts';

const TARGET = {
  http: 'http://127.0.0.1:14318',
  grpc: 'http://127.0.0.1:14317',
  project: 'shop',
  needsToken: false,
};

/** What a reader has who comes to trace it. */
const TRACED = new Set([
  '@anthropic-ai/sdk',
  '@ax-llm/ax',
  '@aws-sdk/client-bedrock-runtime',
  '@langchain/core',
  '@livekit/agents',
  '@mastra/core',
  '@modelcontextprotocol/sdk',
  '@openai/agents',
  '@strands-agents/sdk',
  '@tanstack/ai',
  '@voltagent/core',
  'ai',
  'genkit',
  'openai',
]);
/** Those that send every span at once, or the last ones by themselves; elsewhere these are lost with the process. */
const SENT_BY_ITSELF = new Set(['effect-ai', 'langtrace', 'openlit', 'strands', 'traceloop']);
/** Those that say another name than Node's where they are given none, and LangSmith's, which takes none. */
const NAMED_BY_ITSELF = new Set(['langsmith', 'sentry', 'strands']);

test('a recipe is found by its framework, and without one that of any OpenTelemetry SDK', () => {
  expect(findRecipe(undefined)?.slug).toBe(FIRST_RECIPE);
  expect(findRecipe('none')).toBeUndefined();
});

const VARIANTS = RECIPES.flatMap(({ slug, variants }) =>
  variants.map(({ language, steps }) => {
    const texts = steps.map(({ code }) => code(TARGET));
    const imported = texts.flatMap((text) => packagesOf(text, /^import .*?'(.+)';$/gm));
    return { slug, language, steps, texts, imported };
  }),
);

test('a kit that holds on to an older OpenTelemetry is set up with one that goes with it', () => {
  const adk = VARIANTS.find(({ slug, language }) => slug === 'google-adk' && language === 'TypeScript');
  expect(adk?.texts[0]).toMatch(/^npm install @opentelemetry\/sdk-node@0\.\d+ @opentelemetry\/exporter-/);
  const langWatch = VARIANTS.find(({ slug }) => slug === 'langwatch');
  expect(langWatch?.texts[0]).toMatch(/^npm install langwatch @opentelemetry\/sdk-node@0\.\d+ /);
});

test('an SDK that records itself is told to say what was said, and gets no instrumentation', () => {
  const own = VARIANTS.find(
    ({ slug, language }) => slug === 'anthropic' && language.endsWith('0.134 and later'),
  );
  expect(own?.texts.join('\n')).toContain('export ANTHROPIC_OPEN_TELEMETRY_TRACES_CONTENT_MODE=content');
  expect(own?.texts.join('\n')).not.toContain('nstrumentation');
});

test('recipes with a place of their own for a token have one in each language where one is asked for', () => {
  const withToken = RECIPES.filter(({ hasToken }) => hasToken === true);
  expect(withToken.map(({ slug }) => slug)).toEqual(['langfuse']);
  for (const { steps } of withToken.flatMap(({ variants }) => variants)) {
    const text = (needsToken: boolean): string =>
      steps.map(({ code }) => code({ ...TARGET, needsToken })).join('\n');
    expect(text(true)).toContain('LANGFUSE_SECRET_KEY="$(tracedeck token create');
    expect(text(false)).not.toContain('token create');
  }
});

test('versions of a kit say each in its own way whose session it is', () => {
  const notes = findRecipe('vercel-ai')?.variants.map(({ note }) => note);
  expect(notes?.[0]).toContain('runtimeContext: { sessionId, userId }');
  expect(notes?.[1]).toContain('metadata: { sessionId, userId }');
});

test('a coding agent is told to say what its tools were given and what they answered', () => {
  const claude = VARIANTS.find(({ slug }) => slug === 'claude-code');
  expect(claude?.texts[0]).toContain('export OTEL_LOG_TOOL_DETAILS=1\nexport OTEL_LOG_TOOL_CONTENT=1');
});

test('a coding agent that ends without a word to its exporter is told to send at once', () => {
  const openCode = VARIANTS.find(({ slug }) => slug === 'opencode');
  expect(openCode?.texts[1]).toContain('export OTEL_BSP_SCHEDULE_DELAY=100');
  const codex = VARIANTS.find(({ slug }) => slug === 'codex');
  expect(codex?.texts[1]).toBe('export OTEL_BSP_SCHEDULE_DELAY=20\nexport OTEL_BLRP_SCHEDULE_DELAY=20');
});

test('Codex is told an address for each signal: it adds no path to one, and sends metrics elsewhere where it has none', () => {
  const codex = VARIANTS.find(({ slug }) => slug === 'codex');
  const addresses = [...(codex?.texts[0] ?? '').matchAll(/^endpoint = "(.*)"$/gm)].map(([, url]) => url);
  expect(addresses).toEqual(['logs', 'traces', 'metrics'].map((signal) => `${TARGET.http}/v1/${signal}`));
});

test('Langfuse is told where to send by its own variables alone, and to leave images in its spans', () => {
  const kits = VARIANTS.filter(({ slug }) => slug === 'langfuse');
  expect(kits.map(({ language }) => language)).toEqual(['Python', 'TypeScript']);
  for (const { texts } of kits) {
    expect(texts[1]).toContain(`export LANGFUSE_BASE_URL=${TARGET.http}\n`);
    // Without keys it sends nothing.
    expect(texts[1]).toMatch(/^export LANGFUSE_PUBLIC_KEY=\S+\nexport LANGFUSE_SECRET_KEY=\S+$/m);
    expect(texts[1]).toContain('export LANGFUSE_MEDIA_UPLOAD_ENABLED=false');
    expect(texts.slice(2).join('\n')).not.toContain(TARGET.http);
  }
});

test('a span that ends after its answer was read is waited for', () => {
  const openAi = VARIANTS.find(({ slug, language }) => slug === 'openai' && language === 'TypeScript');
  expect(openAi?.texts.at(-1)).toMatch(/^await new Promise\(setImmediate\);.*\nawait sdk\.shutdown\(\);$/);
});

test('a kit is imported as each of its versions has it, and goes with an older OpenTelemetry', () => {
  const effect = VARIANTS.find(({ slug }) => slug === 'effect-ai');
  expect(effect?.texts[0]).toMatch(/ @opentelemetry\/sdk-trace-base@2\.\d+ /);
  expect(effect?.texts[1]).toMatch(/^import \* as NodeSdk from '@effect\/opentelemetry\/NodeSdk';/);
});

test('what is enabled is brought first', () => {
  const genkit = VARIANTS.find(({ slug }) => slug === 'genkit');
  expect(genkit?.texts[1]).toMatch(/^import 'genkit';/);
});

/** Characters of a line in a window of 1,440 pixels: brackets that have no room go on below. */
const MOST_IN_LINE = 104;

test('no line of Python breaks in a usual window', () => {
  const texts = VARIANTS.filter(({ language }) => language === 'Python').flatMap(({ texts }) => texts);
  const lines = texts.join('\n').split('\n');
  const tooLong = lines.filter((line) => line.length > MOST_IN_LINE && !line.startsWith('pip install '));
  expect(tooLong).toEqual([]);
});

describe.for(VARIANTS)('$slug in $language', ({ texts }) => {
  test('has something to paste in every step, with the real address in one of them', () => {
    for (const text of texts) expect(text.trim()).not.toBe('');
    expect(texts.join('\n')).toContain(TARGET.http);
  });
  test('leaves no placeholder and no standard port', () => {
    expect(texts.join('\n')).not.toMatch(/undefined|\[object|:4318|:4317/);
  });
});

describe.for(VARIANTS.filter(({ imported }) => imported.length > 0))(
  '$slug in $language, an ES module',
  ({ slug, steps, texts, imported }) => {
    const text = texts.join('\n');
    test('installs what it imports', () => {
      const install = steps.find(({ title }) => title === INSTALL)?.code(TARGET) ?? '';
      expect(install).toMatch(/^npm install /);
      const installed = packagesOf(install, / (\S+)/g);
      expect(imported.filter((name) => !TRACED.has(name) && !installed.includes(name))).toEqual([]);
    });
    test('names the service', () => {
      expect(/['=]my-agent\b/.test(text)).toBe(!NAMED_BY_ITSELF.has(slug));
    });
    test('hands instrumentations what they patch: of its imports they do not hear', () => {
      expect(text).not.toContain('instrumentations: [');
    });
    test('sends the last spans before the program ends', () => {
      expect(/shutdown\(|flush/i.test(text)).toBe(!SENT_BY_ITSELF.has(slug));
    });
  },
);

/** The packages that matches name, without a version or a path inside of them. */
function packagesOf(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].flatMap(
    ([, name]) => /^(?:@[^/]+\/)?[^/@]+/.exec(name ?? '')?.[0] ?? [],
  );
}
