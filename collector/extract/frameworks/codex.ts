import type { ObservationType } from '../../contract/common.ts';
import { genAi } from '../conventions/gen-ai.ts';
import type { Convention, Framework } from '../convention.ts';
import { type Draft, readCount, readName } from '../draft.ts';
import type { SpanInput } from '../fields.ts';
import { NO_USAGE } from '../usage.ts';

/**
 * Codex's spans are its own functions. A turn sums up its usage (`session_task.turn`); each response's is on the span that
 * handled its last event. Cached tokens are in the input, reasoning in the output.
 */
const codexSpans: Convention = {
  keys: ['codex.*', 'tool_name', 'model', 'turn.id'],
  read(span, draft) {
    const { attributes } = span;
    const turn = EVENTS.get(span.name);
    if (turn !== undefined && attributes.has('codex.log_event')) draft.observationType ??= turn;
    if (isTurn(span)) readTurn(span, draft);
    else if (attributes.has('gen_ai.usage.input_tokens')) {
      draft.observationType ??= 'generation';
      draft.reasoningTokens ??= readCount(attributes, 'codex.usage.reasoning_output_tokens');
      draft.totalTokens ??= readCount(attributes, 'codex.usage.total_tokens');
    } else if (span.name === REQUEST) draft.observationType ??= 'generation';
    else if (attributes.has('tool_name') && attributes.has('call_id') && span.name !== GUARD) {
      draft.observationType ??= 'tool';
      draft.toolName ??= readName(attributes, 'tool_name');
    }
    if (draft.observationType !== null) draft.requestModel ??= readName(attributes, 'model', 'slug');
  },
};

/** What asks for a response; the one that handled the response's last event is inside of it. */
const REQUEST = 'try_run_sampling_request';
/** Judges how dangerous a tool's use is. */
const GUARD = 'guardian_scoring_observation';

/** Spans that are made from log records. */
const EVENTS: ReadonlyMap<string, ObservationType> = new Map(
  Object.entries<ObservationType>({
    'codex.user_prompt': 'agent',
    'codex.agent_response': 'chain',
    'codex.api_request': 'generation',
    'codex.websocket_request': 'generation',
  }),
);

const isTurn = ({ name, attributes }: SpanInput): boolean =>
  name === 'session_task.turn' ||
  attributes.string('otel.name') === 'session_task.turn' ||
  attributes.has('codex.turn.token_usage.input_tokens');

function readTurn({ attributes }: SpanInput, draft: Draft): void {
  draft.observationType ??= 'agent';
  draft.inputTokens ??= readCount(attributes, 'codex.turn.token_usage.input_tokens');
  draft.outputTokens ??= readCount(attributes, 'codex.turn.token_usage.output_tokens');
  draft.totalTokens ??= readCount(attributes, 'codex.turn.token_usage.total_tokens');
  draft.cacheReadTokens ??= readCount(attributes, 'codex.turn.token_usage.cached_input_tokens');
  draft.reasoningTokens ??= readCount(attributes, 'codex.turn.token_usage.reasoning_output_tokens');
}

/** Most spans are functions of the program and no step of its agent. */
function refine(span: SpanInput, draft: Draft): void {
  draft.environment ??= readName(span.resource, 'env');
  if (draft.observationType === 'generation') readModelOfEvents(span, draft);
  draft.isBystander = draft.observationType === null;
}

/**
 * A response's span does not name its model, but the events that were recorded on it did until Codex kept them to its log
 * records. What no model is known of has no price: the turn counts then, which has the sum and the model.
 */
function readModelOfEvents(span: SpanInput, draft: Draft): void {
  draft.system ??= 'openai';
  if (draft.requestModel !== null) return;
  for (const { attributes } of span.eventCount > 0 ? span.events() : []) {
    draft.requestModel ??= readName(attributes, 'slug', 'model');
    draft.sessionId ??= readName(attributes, 'conversation.id');
  }
  if (draft.requestModel === null) Object.assign(draft, NO_USAGE, { observationType: null });
}

/** OpenAI's coding agent; its tracer bears the name of the program that runs it. */
export const codex: Framework = {
  slug: 'codex',
  documentation: 'https://developers.openai.com/codex/config-advanced#observability-and-telemetry',
  scopes: ['codex_*', 'codex-*', 'codex'],
  keys: ['codex.*'],
  conventions: [codexSpans, genAi],
  refine,
};
