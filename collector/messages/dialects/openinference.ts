import type { Attributes } from '../../decode/records.ts';
import { type ConversationSpan, isModelCall, isTool } from '../conversation-span.ts';
import { isObject } from '../json.ts';
import { readRequest, readSystem } from '../payloads/request.ts';
import { readResponse } from '../payloads/response.ts';
import { readTools } from '../payloads/tool-definitions.ts';
import type { ReadCache } from '../read-cache.ts';
import {
  type MessageContent,
  type Reading,
  type SaidMessage,
  say,
  splitSystem,
  withInstructions,
} from '../reading.ts';
import type { Dialect } from './dialect.ts';
import { entriesOf, leaf, treeOf } from './flattened.ts';
import { isComplete, readFlattened } from './openinference-messages.ts';
import { sayRaw } from './raw.ts';
import { answerIn, sayToolUse } from './tool-use.ts';

const INPUT = 'input.value';
const OUTPUT = 'output.value';
const FLAT = /^llm\.(input_messages|output_messages|prompts|choices|tools)\./;

/**
 * OpenInference (Arize): flattened `llm.input_messages.N.message.*` beside the raw request and answer in `input.value` and
 * `output.value`. Instrumentations leave things out of the flattened form (files, all but one result of a message, Anthropic's
 * system prompt), so the raw form tells where it holds as much.
 */
export const openInference: Dialect = {
  name: 'openinference',
  speaks: ({ record }) => {
    const { attributes } = record;
    if (attributes.has(INPUT) || attributes.has(OUTPUT)) return true;
    for (const key of attributes.keys()) if (FLAT.test(key)) return true;
    return false;
  },
  read(span, cache) {
    const { attributes } = span.record;
    if (isTool(span)) return readTool(span, cache);
    // Around a tool's run, or a note of it: what it was given and gave are no words.
    if (attributes.string('openinference.span.kind') === 'TOOL') return {};
    const input = readInput(attributes, isModelCall(span), cache);
    return {
      ...input,
      output: readOutput(attributes, isModelCall(span), cache),
      tools: readDefinitions(attributes, input.tools, cache),
    };
  },
};

function readInput(attributes: Attributes, isCall: boolean, cache: ReadCache): Omit<Reading, 'output'> {
  const flat = readFlattened(attributes, 'llm.input_messages.', 'user', cache);
  const hasSystem = flat.some(isSystem);
  const needsRaw = !isComplete(flat) || mentions(attributes, hasSystem ? LEFT_OUT : SYSTEM_OR_LEFT_OUT);
  const raw = needsRaw ? readRequest(cache.structured(attributes.get(INPUT)), cache) : undefined;
  const contents = fuller(raw?.input ?? [], flat);
  // The Agents SDK's raw input has none, though its flattened form does.
  const flatSystem = contents.some(isSystem) ? [] : flat.filter(isSystem);
  const instructions = raw?.system.length
    ? raw.system
    : hasSystem
      ? flatSystem
      : invocationSystem(attributes, cache);
  const known = splitSystem(say(contents, { direction: 'input' }));
  if (known.system.length + known.input.length === 0) {
    return {
      system: [],
      input: sayRaw(attributes, { key: INPUT, direction: 'input', isCall }, cache),
      tools: raw?.tools ?? [],
    };
  }
  const system = withInstructions(say(instructions, { direction: 'input' }), known.system);
  return { system, input: known.input, tools: raw?.tools ?? [] };
}

const isSystem = ({ role }: MessageContent): boolean => role === 'system';

/**
 * What the flattened form of some instrumentations has no place for: a message's second result and the words beside results,
 * media, hosted tools, and who thought a thought. Of Bedrock's results it has only the last one's id, of BeeAI's calls and results
 * nothing at all.
 */
const LEFT_OUT =
  /"toolResult":|"type":\s*"(?:\w*(?:tool_result|image|image_url|audio|video|file|document|reasoning|thinking)|tool-result|(?!function)\w+_call)"/;
const SYSTEM_OR_LEFT_OUT = new RegExp(
  `"(?:system|instructions|systemInstruction|system_instruction)"|${LEFT_OUT.source}`,
);

/** Cheap look before a large request is parsed only for what the flattened form may not hold. */
function mentions(attributes: Attributes, what: RegExp): boolean {
  const value = attributes.get(INPUT);
  return typeof value === 'string' && what.test(value);
}

/** The raw form says the same or more, unless a reader knows only a piece of it. */
function fuller(raw: readonly MessageContent[], flat: readonly MessageContent[]): readonly MessageContent[] {
  return raw.length > 0 && partsIn(raw) >= partsIn(flat) ? raw : flat;
}

/** Instructions stand in one form and beside the other. */
function partsIn(contents: readonly MessageContent[]): number {
  return contents.reduce((sum, content) => sum + (isSystem(content) ? 0 : content.parts.length), 0);
}

function invocationSystem(attributes: Attributes, cache: ReadCache): readonly MessageContent[] {
  const parameters = cache.structured(attributes.get('llm.invocation_parameters'));
  return isObject(parameters) ? readSystem(parameters['system'] ?? parameters['instructions'], cache) : [];
}

function readOutput(attributes: Attributes, isCall: boolean, cache: ReadCache): readonly SaidMessage[] {
  const flat = readFlattened(attributes, 'llm.output_messages.', 'assistant', cache);
  const contents = fuller(readResponse(structured(attributes, OUTPUT, cache), cache) ?? [], flat);
  if (contents.length === 0) return sayRaw(attributes, { key: OUTPUT, direction: 'output', isCall }, cache);
  const reason = attributes.string('llm.finish_reason') ?? null;
  return say(
    contents.map((content) => ({ ...content, finishReason: content.finishReason ?? reason })),
    { direction: 'output' },
  );
}

function structured(attributes: Attributes, key: string, cache: ReadCache): unknown {
  return attributes.has(key) ? cache.structured(attributes.get(key)) : undefined;
}

function readTool(span: ConversationSpan, cache: ReadCache): Partial<Reading> {
  const { attributes } = span.record;
  const result = structured(attributes, OUTPUT, cache);
  const message = answerIn(result, cache);
  return sayToolUse(
    span,
    {
      id: attributes.string('tool_call.id') ?? attributes.string('tool.id') ?? message?.id,
      name: nameOfTool(span),
      args: structured(attributes, INPUT, cache) ?? structured(attributes, 'tool.parameters', cache),
      result: message?.response ?? result,
      isError: message?.is_error === true,
    },
    cache,
  );
}

/** The span of a handoff in the Agents SDK names the agent; the model called the SDK's tool for it. */
function nameOfTool({ record: { name, attributes } }: ConversationSpan): string | undefined {
  const tool = attributes.string('tool.name');
  return name.startsWith('handoff to ')
    ? tool?.replace(/^handoff_to_/, 'transfer_to_').replace(/[^a-zA-Z0-9]/g, '_')
    : tool;
}

function readDefinitions(
  attributes: Attributes,
  fallback: Reading['tools'],
  cache: ReadCache,
): Reading['tools'] {
  const flat = entriesOf(attributes, 'llm.tools.')
    .map((entry) => leaf(treeOf(entry, 'llm.tools.'), 'tool', 'json_schema'))
    .flatMap((schema) => readTools(cache.structured(schema), cache));
  return flat.length > 0 ? flat : fallback;
}
