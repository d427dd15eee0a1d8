import type { ObservationType } from '../../contract/common.ts';
import { genAi } from '../conventions/gen-ai.ts';
import type { Convention, Framework } from '../convention.ts';
import { type Draft, readName } from '../draft.ts';
import type { SpanInput } from '../fields.ts';
import { SCAN_LIMIT, memberStart } from '../json-scan.ts';
import { clip, inputPreview, valuePreview } from '../preview.ts';
import { readSeconds } from '../time.ts';

/**
 * What its spans are, by their names: a node is the program's function around a request, a request may take several runs.
 * Speech is neither heard nor spoken by a language model: `tts_request` names a model too, and is no call of one.
 */
const SPANS: ReadonlyMap<string, ObservationType> = new Map(
  Object.entries<ObservationType>({
    agent_session: 'chain',
    job_entrypoint: 'chain',
    user_turn: 'chain',
    agent_turn: 'agent',
    llm_node: 'chain',
    llm_request: 'generation',
    llm_request_run: 'chain',
    function_tool: 'tool',
    realtime_metrics: 'generation',
    tts_node: 'span',
    tts_request: 'span',
    tts_request_run: 'span',
  }),
);

/** Content is under `lk.pii.` since the names say what may be personal, under `lk.` before. */
const either = (name: string): readonly [string, string] => [`lk.pii.${name}`, `lk.${name}`];

const METRICS = 'lk.realtime_model_metrics';

const agents: Convention = {
  keys: ['lk.*', 'gen_ai.*'],
  read(span, draft) {
    const { attributes } = span;
    // A model that hears and speaks by itself is recorded on the turn.
    const isSpoken = attributes.has(METRICS) && attributes.has('gen_ai.usage.input_tokens');
    draft.observationType ??= isSpoken ? 'generation' : (SPANS.get(span.name) ?? null);
    draft.agentName ??= readName(attributes, 'gen_ai.agent.name', 'lk.agent_name', 'lk.agent_label');
    draft.sessionId ??= readName(attributes, 'gen_ai.conversation.id', 'lk.room_sid', ...either('room_name'));
    draft.timeToFirstTokenMs ??= readSeconds(span, 'lk.response.ttft');
    if (draft.observationType === 'tool') readTool(span, draft);
    else readPreviews(span, draft);
  },
};

function readTool({ attributes }: SpanInput, draft: Draft): void {
  draft.toolName ??= readName(attributes, 'lk.function_tool.name', 'gen_ai.tool.name');
  for (const key of either('function_tool.arguments'))
    draft.inputPreview ??= valuePreview(attributes.get(key));
  for (const key of either('function_tool.output')) draft.outputPreview ??= valuePreview(attributes.get(key));
  if (attributes.get('lk.function_tool.is_error') === true) draft.hasError = true;
}

function readPreviews({ attributes }: SpanInput, draft: Draft): void {
  const said = (name: string): string | null => {
    const text = either(name)
      .map((key) => attributes.string(key))
      .find((value) => value !== undefined);
    return text === undefined ? null : clip(text);
  };
  draft.inputPreview ??= said('user_input') ?? said('user_transcript');
  for (const key of either('chat_ctx')) draft.inputPreview ??= chatPreview(attributes.string(key));
  draft.outputPreview ??= said('response.text');
}

/** A chat is `{items: […]}`, of which some are messages. */
function chatPreview(chat: string | undefined): string | null {
  if (chat?.startsWith('{') !== true) return null;
  const items = memberStart(chat, 0, 'items', Math.min(chat.length, SCAN_LIMIT));
  return items < 0 ? null : inputPreview(chat.slice(items, items + SCAN_LIMIT));
}

/** LiveKit Agents, in Python and in Node.js, by their own telemetry. */
export const liveKit: Framework = {
  slug: 'livekit',
  documentation: 'https://docs.livekit.io/deploy/observability/data/',
  scopes: ['livekit-agents', 'livekit.agents*', '@livekit/agents*'],
  keys: ['lk.*'],
  conventions: [agents, genAi],
};
