import type { Attributes } from '../../decode/records.ts';
import { type EventSpan, type LogSpanReader, durationOf, numbersOf } from './sketch.ts';

/**
 * Codex's events (https://developers.openai.com/codex/config-advanced#observability-and-telemetry): they name their
 * conversation, but no turn of it, so that a conversation is one trace, whose spans stand beside one another in time.
 */
export const codex: LogSpanReader = {
  prefix: 'codex.',
  scope: null,
  place({ name, attributes }) {
    const conversation = attributes.string('conversation.id');
    if (conversation === undefined) return undefined;
    return {
      trace: ['codex', conversation],
      span: spanOf(name, attributes),
      role: 'flat',
      isToldAlone: name === REQUEST && isRefused(attributes),
    };
  },
};

const REQUEST = 'codex.api_request';
/** A login or a time that ran out: sent again, with another. */
const PASSING: ReadonlySet<number> = new Set([401, 408]);

/**
 * Whether the model's service refused the request, which ends the turn, after five more of the same where the status is neither 400
 * nor 429. No span has a status, and `codex exec` ends before it has sent the last. Errors of the service pass.
 */
function isRefused(attributes: Attributes): boolean {
  const status = attributes.number('http.response.status_code') ?? 0;
  return status >= 400 && status < 500 && !PASSING.has(status) && attributes.has('error.message');
}

/** The record's names of usage, and those that Codex's own spans have. */
const USAGE = {
  input_token_count: 'gen_ai.usage.input_tokens',
  cached_token_count: 'gen_ai.usage.cache_read.input_tokens',
  output_token_count: 'gen_ai.usage.output_tokens',
  reasoning_token_count: 'codex.usage.reasoning_output_tokens',
};

function spanOf(name: string, attributes: Attributes): EventSpan | null {
  const failure = attributes.string('error.message') ?? null;
  const span = (rest: Partial<EventSpan> = {}): EventSpan => ({
    name,
    durationMs: durationOf(attributes),
    failure: null,
    attributes: {},
    ...rest,
  });
  switch (name) {
    case 'codex.user_prompt':
    case 'codex.agent_response':
      return span();
    case 'codex.tool_result':
      return span({ failure: attributes.string('success') === 'false' ? (failure ?? 'failed') : null });
    case 'codex.sse_event':
      return attributes.has('input_token_count')
        ? span({ name: 'codex.response', attributes: numbersOf(attributes, USAGE) })
        : null;
    // What went well is told by the answer's last event, which has its tokens.
    case REQUEST:
    case 'codex.websocket_request':
      return failure === null ? null : span({ failure });
    default:
      return null;
  }
}
