import type { ObservationType } from '../../contract/common.ts';
import { HEADING, headlineOf } from '../../lib/claude-code-sections.ts';
import { genAi } from '../conventions/gen-ai.ts';
import type { Convention, Framework } from '../convention.ts';
import { readCount, readName } from '../draft.ts';
import { valuePreview } from '../preview.ts';
import { readMilliseconds } from '../time.ts';

/** Spans by their names. A tool's waiting and running are parts of its span. */
const SPANS: ReadonlyMap<string, ObservationType> = new Map(
  Object.entries<ObservationType>({
    'qwen-code.interaction': 'agent',
    'qwen-code.subagent': 'agent',
    'qwen-code.llm_request': 'generation',
    'qwen-code.tool': 'tool',
    'qwen-code.tool.execution': 'chain',
    'qwen-code.tool.blocked_on_user': 'chain',
    'qwen-code.hook': 'chain',
  }),
);

const REMINDER = '<system-reminder>';
const HOOK = 'qwen-code.hook';
const NO_HOOK = 'hook runner returned no output without error detail';

const spans: Convention = {
  keys: ['gen_ai.*', 'session.id', 'tool.name', 'tool.call_id', 'qwen-code.*'],
  read(span, draft) {
    const { attributes } = span;
    draft.observationType ??= SPANS.get(span.name) ?? null;
    draft.userId ??= readName(attributes, 'user.id', 'gen_ai.user.id');
    draft.reasoningTokens ??= readCount(attributes, 'thoughts_token_count');
    draft.timeToFirstTokenMs ??= readMilliseconds(span, 'ttft_ms');
    if (draft.observationType === 'tool')
      draft.toolName ??= readName(attributes, 'gen_ai.tool.name', 'tool.name');
    // A turn that a notice of work in the background began has its prompt there alone.
    if (draft.observationType === 'agent')
      draft.inputPreview ??= valuePreview(
        headlineOf((attributes.string('new_context') ?? '').replace(HEADING, '')),
      );
  },
};

/** Qwen Code, by its own telemetry: the GenAI conventions. Cached tokens are in the input, thoughts in the output. */
export const qwenCode: Framework = {
  slug: 'qwen-code',
  documentation: 'https://qwenlm.github.io/qwen-code-docs/en/developers/development/telemetry/',
  scopes: ['qwen-code'],
  keys: ['qwen-code.*'],
  conventions: [spans, genAi],
  refine({ name, attributes }, draft) {
    // Parts of a tool's use name it too.
    if (draft.observationType !== 'tool') draft.toolName = null;
    // Pages of them stand before the first words of a person.
    if (draft.inputPreview?.startsWith(REMINDER) === true) draft.inputPreview = null;
    // Before and after each tool it asks for hooks, and calls it an error where there are none.
    if (name === HOOK && attributes.string('error') === NO_HOOK) draft.hasError = false;
  },
};
