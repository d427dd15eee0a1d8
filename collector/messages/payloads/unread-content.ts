import type { MessagePart } from '../../contract/messages.ts';
import { type JsonObject, isNothing } from '../json.ts';
import type { ReadCache } from '../read-cache.ts';
import { readParts } from './parts.ts';

/** What a message says of itself beside what was said, in the names of all providers and frameworks. */
const ABOUT_IT: ReadonlySet<string> = new Set(
  `role name id type index object status phase model created_at createdAt timestamp metadata
  finish_reason finishReason stop_reason stopReason stop_sequence logprobs usage usage_metadata
  response_metadata additional_kwargs providerMetadata providerOptions tool_call_id toolCallId
  annotations reasoning reasoning_content refusal audio`.split(/\s+/),
);

/**
 * The content of a message that has a role, and what was said under a name that nobody uses: a text as such, anything else as a
 * `data` part. None where it says only what is about it, as the answer of a call that was cut off does.
 */
export function readUnread(message: JsonObject, cache: ReadCache): readonly MessagePart[] {
  const rest = Object.entries(message).filter(([key, value]) => !ABOUT_IT.has(key) && !isNothing(value));
  const [first] = rest;
  if (first === undefined) return [];
  return readParts(rest.length === 1 && first[0] === 'text' ? first[1] : Object.fromEntries(rest), cache);
}
