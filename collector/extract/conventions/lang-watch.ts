import type { ObservationType } from '../../contract/common.ts';
import type { Convention } from '../convention.ts';
import { readName } from '../draft.ts';
import { memberText } from '../json-scan.ts';
import { inputPreview, outputPreview, valuePreview } from '../preview.ts';
import { waitedUntil } from '../time.ts';
import { jsonFields } from './json-value.ts';

const TYPES: ReadonlyMap<string, ObservationType> = new Map(
  Object.entries<ObservationType>({
    llm: 'generation',
    agent: 'agent',
    tool: 'tool',
    rag: 'retriever',
    guardrail: 'guardrail',
    evaluation: 'evaluator',
  }),
);

/** LangWatch's attributes: what was taken and given is `{type, value}` as JSON, and so are counts in its SDK for TypeScript. */
export const langWatch: Convention = {
  keys: [
    'langwatch.span.type',
    'langwatch.input',
    'langwatch.output',
    'langwatch.metrics',
    'langwatch.timestamps',
    'metadata',
  ],
  read(span, draft) {
    const { name, attributes } = span;
    const type = attributes.string('langwatch.span.type');
    if (type !== undefined) draft.observationType ??= TYPES.get(type) ?? 'chain';
    const isTool = draft.observationType === 'tool';
    if (isTool) draft.toolName ??= readName(attributes, 'gen_ai.tool.name') ?? (name || null);
    const input = memberText(attributes.string('langwatch.input') ?? '', 'value');
    const output = memberText(attributes.string('langwatch.output') ?? '', 'value');
    draft.inputPreview ??= isTool && isStructured(input) ? valuePreview(input) : inputPreview(input);
    draft.outputPreview ??= isTool && isStructured(output) ? valuePreview(output) : outputPreview(output);
    // Its SDK for Python has these beside the rest of what the user attached.
    const attached = jsonFields(attributes, 'metadata');
    draft.sessionId ??= attached?.name('thread_id') ?? null;
    draft.userId ??= attached?.name('user_id') ?? null;
    const firstToken =
      jsonFields(attributes, 'langwatch.timestamps')?.number('first_token_at', Infinity) ?? null;
    if (firstToken !== null) draft.timeToFirstTokenMs ??= waitedUntil(span, firstToken);
    const told = jsonFields(attributes, 'langwatch.metrics');
    const metrics = told?.object('value') ?? told;
    if (!metrics) return;
    draft.inputTokens ??= metrics.count('promptTokens', 'prompt_tokens');
    draft.outputTokens ??= metrics.count('completionTokens', 'completion_tokens');
    draft.reasoningTokens ??= metrics.count('reasoningTokens', 'reasoning_tokens');
    draft.cacheReadTokens ??= metrics.count('cacheReadInputTokens', 'cache_read_input_tokens');
    draft.cacheWriteTokens ??= metrics.count('cacheCreationInputTokens', 'cache_creation_input_tokens');
    draft.totalCost ??= metrics.dollars('cost');
  },
};

/** A text loses its quotes. */
const isStructured = (json: string): boolean => !json.startsWith('"');
