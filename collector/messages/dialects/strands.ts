import { isTool } from '../conversation-span.ts';
import { readSystem } from '../payloads/request.ts';
import { say } from '../reading.ts';
import type { Dialect } from './dialect.ts';

const PROMPT = 'system_prompt';

/** Strands Agents keep the system prompt of an agent, as text or blocks, beside the events of the conventions. */
export const strands: Dialect = {
  name: 'strands',
  speaks: (span) => span.record.attributes.has(PROMPT) && !isTool(span),
  read({ record }, cache) {
    const prompt = readSystem(cache.decoded(cache.structured(record.attributes.get(PROMPT))), cache);
    return { system: say(prompt, { direction: 'input' }) };
  },
};
