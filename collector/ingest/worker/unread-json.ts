import { EXPORT_REQUESTS, SIGNALS, type Signal } from '../../decode/count.ts';
import { unknownKeyIn } from '../../decode/unknown-key.ts';

/** One that is odd is not repeated: whatever stands in an advice may be pasted. */
const REPEATABLE = /^\w{1,60}$/;

/**
 * Advice on JSON that was taken and held no item: OTLP ignores unknown keys, so that a misspelt one silently loses all that
 * stands under it. Null where it has no such key.
 */
export function adviceOnUnread(signal: Signal, json: string): string | null {
  const found = unknownKeyIn(EXPORT_REQUESTS[signal], json);
  if (found === null) return null;
  const { key, message } = found;
  const meant =
    message === EXPORT_REQUESTS[signal] && SIGNALS.find((one) => EXPORT_REQUESTS[one].byName.has(key));
  if (meant)
    return `Nothing was stored: this body holds ${meant} and came to where ${signal} are taken; send it to /v1/${meant}.`;
  const named = REPEATABLE.test(key) ? `"${key}"` : 'a key';
  const known = [...new Set(message.byNumber.values())].map(({ name }) => name).join(', ');
  return `Nothing was stored of this JSON: ${named} is no field of ${message.name}, which has ${known}.`;
}

const ID = /"((?:trace|span|parentSpan)Id|(?:trace|span|parent_span)_id)"\s*:\s*"([^"\\]*)"/g;
const HEX = /^(?:[\da-f]{2})*$/i;

/** On ids that are no hex, of which nothing can be stored: protobuf's own JSON has them in base64. Null where all are hex. */
export function adviceOnIds(json: string): string | null {
  for (const [, key, id] of json.matchAll(ID))
    if (!HEX.test(id!)) return `${key} is no hex: in OTLP JSON ids are hex, not base64.`;
  return null;
}
