import { isTool } from '../conversation-span.ts';
import { readSystem } from '../payloads/request.ts';
import { say } from '../reading.ts';
import type { Dialect } from './dialect.ts';
import { sayRaw } from './raw.ts';

const PROMPT = 'system_prompt';
const INPUT = 'gen_ai.agent.input';

/** What Strands Agents keep beside the events of the conventions: an agent's prompt, as text or blocks, and a graph's input. */
export const strands: Dialect = {
  name: 'strands',
  speaks: (span) =>
    (span.record.attributes.has(PROMPT) || span.record.attributes.has(INPUT)) && !isTool(span),
  read({ record: { attributes } }, cache) {
    const prompt = attributes.has(PROMPT)
      ? cache.decoded(cache.structured(attributes.get(PROMPT)))
      : undefined;
    return {
      system: say(readSystem(prompt, cache), { direction: 'input' }),
      input: sayRaw(attributes, { key: INPUT, direction: 'input', isCall: false }, cache),
    };
  },
};
