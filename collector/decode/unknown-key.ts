import { parseOtlpJson } from './parse-json.ts';
import type { Message } from './protocol.ts';

/** A key of OTLP JSON that the protocol does not have, with the message in which it stands. */
export interface UnknownKey {
  readonly key: string;
  readonly message: Message;
}

/** The first one in a body that was decoded as `message`, the highest of its branch; null where all keys are known. */
export const unknownKeyIn = (message: Message, json: string): UnknownKey | null =>
  find(message, parseOtlpJson(json) as object);

function find(message: Message, value: object): UnknownKey | null {
  const entries = Object.entries(value);
  const unknown = entries.find(([key]) => !message.byName.has(key));
  if (unknown) return { key: unknown[0], message };
  for (const [key, item] of entries) {
    const { type } = message.byName.get(key)!;
    if (typeof type === 'string' || 'names' in type) continue;
    for (const one of [item ?? []].flat() as object[]) {
      const found = find(type, one);
      if (found) return found;
    }
  }
  return null;
}
