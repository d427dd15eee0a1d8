import type { Attributes } from '../../decode/records.ts';
import { asideOf } from '../asides.ts';
import { type ConversationSpan, isModelCall, isTool } from '../conversation-span.ts';
import { isObject } from '../json.ts';
import { readRequest, readSystem } from '../payloads/request.ts';
import { readResponse } from '../payloads/response.ts';
import { readTools } from '../payloads/tools.ts';
import type { ReadCache } from '../read-cache.ts';
import { type MessageContent, type Reading, type SaidMessage, say, splitSystem } from '../reading.ts';
import type { Dialect } from './dialect.ts';
import { entriesOf, leaf, treeOf } from './flattened.ts';
import { isComplete, readFlattened } from './openinference-messages.ts';
import { sayRaw } from './raw.ts';
import { sayToolUse } from './tool-use.ts';

const INPUT = 'input.value';
const OUTPUT = 'output.value';
const FLAT = /^llm\.(input_messages|output_messages|prompts|choices|tools)\./;

/**
 * OpenInference (Arize): flattened `llm.input_messages.N.message.*` beside the raw request and answer in `input.value` and
 * `output.value`. Instrumentations leave things out of the flattened form (LangChain content that is a list, Anthropic's
 * system prompt), so the raw form completes it.
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
  const needsRaw = flat.length === 0 || !isComplete(flat) || (!hasSystem && mentionsSystem(attributes));
  const raw = needsRaw ? readRequest(cache.structured(attributes.get(INPUT)), cache) : undefined;
  const usesRaw = raw !== undefined && raw.input.length > 0 && !isComplete(flat);
  const contents = flat.length === 0 || usesRaw ? (raw?.input ?? []) : flat;
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
  const system = known.system.length > 0 ? known.system : say(instructions, { direction: 'input' });
  return { system, input: known.input, tools: raw?.tools ?? [] };
}

const isSystem = ({ role }: MessageContent): boolean => role === 'system';

/** Cheap look before a large request is parsed only for its instructions. */
function mentionsSystem(attributes: Attributes): boolean {
  const value = attributes.get(INPUT);
  return (
    typeof value === 'string' && /"(system|instructions|systemInstruction|system_instruction)"/.test(value)
  );
}

function invocationSystem(attributes: Attributes, cache: ReadCache): readonly MessageContent[] {
  const parameters = cache.structured(attributes.get('llm.invocation_parameters'));
  return isObject(parameters) ? readSystem(parameters['system'] ?? parameters['instructions'], cache) : [];
}

function readOutput(attributes: Attributes, isCall: boolean, cache: ReadCache): readonly SaidMessage[] {
  const flat = readFlattened(attributes, 'llm.output_messages.', 'assistant', cache);
  const raw =
    isComplete(flat) && !leftAsidesOut(flat, attributes)
      ? undefined
      : readResponse(structured(attributes, OUTPUT, cache), cache);
  const contents = raw !== undefined && partsIn(raw) >= partsIn(flat) && raw.length > 0 ? raw : flat;
  if (contents.length === 0) return sayRaw(attributes, { key: OUTPUT, direction: 'output', isCall }, cache);
  const reason = attributes.string('llm.finish_reason') ?? null;
  return say(
    contents.map((content) => ({ ...content, finishReason: content.finishReason ?? reason })),
    { direction: 'output' },
  );
}

/** What the flattened form of some instrumentations has no place for: what a model thought, and what it drew on. */
const ASIDES = {
  thought: /"type":\s*"(reasoning|thinking|redacted_thinking)"/,
  citations: /"type":\s*"[a-z_]*_(citation|location)"|"grounding_?chunks":\s*\[\s*\{/i,
};

function leftAsidesOut(flat: readonly MessageContent[], attributes: Attributes): boolean {
  const known = new Set(flat.flatMap(({ parts }) => parts.map(asideOf)));
  const value = attributes.get(OUTPUT);
  if (typeof value !== 'string') return false;
  return (
    (!known.has('thought') && ASIDES.thought.test(value)) ||
    (!known.has('citations') && ASIDES.citations.test(value))
  );
}

function partsIn(contents: readonly MessageContent[]): number {
  return contents.reduce((sum, { parts }) => sum + parts.length, 0);
}

function structured(attributes: Attributes, key: string, cache: ReadCache): unknown {
  return attributes.has(key) ? cache.structured(attributes.get(key)) : undefined;
}

function readTool(span: ConversationSpan, cache: ReadCache): Partial<Reading> {
  const { attributes } = span.record;
  const result = structured(attributes, OUTPUT, cache);
  const message = readAnswer(result, cache);
  return sayToolUse(
    span,
    {
      id: attributes.string('tool_call.id') ?? attributes.string('tool.id') ?? message?.id,
      name: attributes.string('tool.name'),
      args: structured(attributes, INPUT, cache) ?? structured(attributes, 'tool.parameters', cache),
      result: message?.response ?? result,
      isError: message?.is_error === true,
    },
    cache,
  );
}

/** LangChain's tools answer with a message that names its call. */
function readAnswer(result: unknown, cache: ReadCache) {
  const inner = isObject(result) && isObject(result['output']) ? result['output'] : result;
  const part = readResponse(inner, cache)?.[0]?.parts[0];
  return part?.type === 'tool_call_response' ? part : undefined;
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
