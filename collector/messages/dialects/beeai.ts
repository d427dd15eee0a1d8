import type { Attributes } from '../../decode/records.ts';
import { type ConversationSpan, isModelCall, isTool } from '../conversation-span.ts';
import { isObject } from '../json.ts';
import { isMessage, readMessages } from '../payloads/message.ts';
import type { ReadCache } from '../read-cache.ts';
import { type MessageContent, type Reading, say } from '../reading.ts';
import type { Dialect } from './dialect.ts';
import { sayToolUse } from './tool-use.ts';

const SCOPE = '@arizeai/openinference-instrumentation-beeai';
const OUTPUT = 'output.value';
const TARGET = 'target';

/**
 * The events of the BeeAI framework, a span each: what a model answered, of which a stream has a message a piece, while what it
 * was asked is in the event that began the call; and what a tool was given and gave, whose call stands in what the agent hands
 * along.
 */
export const beeAi: Dialect = {
  name: 'beeai',
  speaks: ({ record }) => record.scope.name === SCOPE,
  read(span, cache) {
    if (isTool(span)) return readTool(span, cache);
    const { attributes } = span.record;
    const output = readAnswer(attributes, cache);
    const target = attributes.string(TARGET);
    if (target === undefined || !isModelCall(span)) return { output };
    const on = (event: string): string => target.slice(0, target.lastIndexOf('.') + 1) + event;
    return {
      output,
      askedElsewhere: { key: TARGET, begin: on('start'), ends: [on('success'), on('error')], run: 'traceId' },
    };
  },
};

function readAnswer(attributes: Attributes, cache: ReadCache): Reading['output'] {
  const pieces = attributes.has(OUTPUT) ? cache.structured(attributes.get(OUTPUT)) : undefined;
  if (!Array.isArray(pieces) || !pieces.every(isMessage)) return [];
  return say(joinPieces(readMessages(pieces, 'assistant', cache)), { direction: 'output' });
}

function joinPieces(pieces: readonly MessageContent[]): readonly MessageContent[] {
  const joined: { content: MessageContent; readonly parts: Part[] }[] = [];
  for (const content of pieces) {
    const last = joined.at(-1);
    if (last?.content.role !== 'assistant' || content.role !== 'assistant') {
      joined.push({ content, parts: [...content.parts] });
      continue;
    }
    last.content = content;
    for (const part of content.parts) addPart(last.parts, part);
  }
  return joined.map(({ content, parts }) => ({ ...content, parts }));
}

type Part = MessageContent['parts'][number];

function addPart(parts: Part[], part: Part): void {
  const last = parts.at(-1);
  if (last?.type !== 'text' || part.type !== 'text') parts.push(part);
  else parts[parts.length - 1] = { ...last, content: last.content + part.content };
}

function readTool(span: ConversationSpan, cache: ReadCache): Partial<Reading> {
  const { attributes } = span.record;
  const metadata = cache.structured(attributes.get('metadata'));
  const call = isObject(metadata) ? metadata['toolCallMsg'] : undefined;
  // What runs inside of a tool is handed the call of that one.
  const isOwn = isObject(call) && call['toolName'] === span.span.tool_name;
  const output = attributes.has(OUTPUT) ? cache.structured(attributes.get(OUTPUT)) : undefined;
  const args = cache.structured(attributes.get('tool.parameters'));
  return sayToolUse(
    span,
    { ...(isOwn ? { id: call['toolCallId'] } : {}), args, result: resultOf(output) },
    cache,
  );
}

/** What a tool gave, without what it was wrapped in: the model is given the text. */
const resultOf = (output: unknown): unknown =>
  isObject(output) &&
  'result' in output &&
  Object.keys(output).every((key) => key === 'result' || key === 'ctx')
    ? output['result']
    : output;
