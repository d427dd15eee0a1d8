import { isTool } from '../conversation-span.ts';
import { type JsonObject, isObject, stringOf } from '../json.ts';
import { isMessage, messageOf, readMessages } from '../payloads/message.ts';
import { readParts } from '../payloads/parts.ts';
import type { ReadCache } from '../read-cache.ts';
import { type MessageContent, say, splitSystem } from '../reading.ts';
import type { Dialect } from './dialect.ts';
import { sayToolUse } from './tool-use.ts';

const INPUT = 'input.value';
const OUTPUT = 'output.value';
/** OpenLLMetry's, a text each: of a crew's, a task's or an agent's run. */
const RESULTS = [
  'crewai.crew.result',
  'crewai.task.result',
  'crewai.agent.result',
  'gen_ai.agent.actual_output',
];

/**
 * CrewAI: what its objects are as JSON. An agent's run answers with a `TaskOutput` (`raw` the answer, `messages` the whole
 * talk with the model), a crew's with a `CrewOutput`; a tool's input is what the model wrote (`Action Input: {…}`).
 */
export const crewai: Dialect = {
  name: 'crewai',
  speaks: ({ span, record: { attributes } }) =>
    span.framework === 'crewai' &&
    (attributes.has(INPUT) || attributes.has(OUTPUT) || RESULTS.some((key) => attributes.has(key))),
  read(span, cache) {
    const { attributes } = span.record;
    const input = cache.structured(attributes.get(INPUT));
    if (isTool(span)) return isObject(input) && isUse(input) ? readTool(span, input, cache) : {};
    const output = cache.structured(attributes.get(OUTPUT));
    if (isObject(output) && typeof output['raw'] === 'string')
      return readOutput(output, output['raw'], cache);
    const result = RESULTS.map((key) => attributes.string(key)).find((text) => text !== undefined);
    return result === undefined
      ? {}
      : { output: sayAnswer([messageOf('assistant', readParts(result, cache))]) };
  },
};

const isUse = (input: JsonObject): boolean => 'tool_string' in input || 'calling' in input;

function readTool(span: Parameters<Dialect['read']>[0], input: JsonObject, cache: ReadCache) {
  const { attributes } = span.record;
  const written = stringOf(input, 'tool_string') ?? '';
  const calling = stringOf(input, 'calling') ?? '';
  const action = /Action Input:(.+)/s.exec(written)?.[1]?.trim();
  const json = /^(?:\{.*\}|\[.*\])/s.exec(action ?? '')?.[0];
  const named = /arguments=(.*)/s.exec(calling)?.[1]?.trim();
  return sayToolUse(
    span,
    {
      name: attributes.string('tool.name') ?? span.span.tool_name,
      args: cache.decoded(json ?? action ?? named ?? written),
      result: attributes.has(OUTPUT) ? cache.structured(attributes.get(OUTPUT)) : undefined,
    },
    cache,
  );
}

/** Of a task with its messages all of them, of one without its description and its answer, of a crew its answer. */
function readOutput(output: JsonObject, raw: string, cache: ReadCache) {
  const answer = raw === '' ? [] : [messageOf('assistant', [{ type: 'text', content: raw }])];
  const list = output['messages'];
  if (!Array.isArray(list) || list.length === 0 || !list.every(isMessage)) {
    const asked = 'tasks_output' in output ? undefined : stringOf(output, 'description');
    return {
      input: say(readMessages(asked, 'user', cache), { direction: 'input', isRaw: true }),
      output: sayAnswer(answer),
    };
  }
  const said = readMessages(list, 'user', cache);
  const last = said.at(-1);
  const final = last?.role === 'assistant' ? splitThought(last, raw) : undefined;
  const history = final === undefined ? said : said.slice(0, -1);
  return {
    ...splitSystem(say(history, { direction: 'input' })),
    output: say(final === undefined ? answer : [final], { direction: 'output' }),
  };
}

/** `Thought: … Final Answer: <raw>` is the answer and what went before it; undefined where it does not hold the answer. */
function splitThought(content: MessageContent, raw: string): MessageContent | undefined {
  const text = content.parts.map((part) => (part.type === 'text' ? part.content : '')).join('');
  const at = raw === '' ? -1 : text.lastIndexOf(raw.trim());
  if (at < 0) return undefined;
  const thought = text
    .slice(0, at)
    .replace(/Final Answer:\s*$/, '')
    .trim();
  const rest = text.slice(at);
  return {
    ...content,
    parts: [
      ...(thought === '' ? [] : [{ type: 'reasoning' as const, content: thought }]),
      { type: 'text', content: rest },
      ...content.parts.filter((part) => part.type !== 'text'),
    ],
  };
}

const sayAnswer = (contents: readonly MessageContent[]) =>
  say(contents, { direction: 'output', isRaw: true });
