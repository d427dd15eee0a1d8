import type { MessagePart } from '../../contract/messages.ts';
import type { Attributes } from '../../decode/records.ts';
import { isTool } from '../conversation-span.ts';
import { messageOf, readMessages } from '../payloads/message.ts';
import { readParts } from '../payloads/parts.ts';
import { readRequest } from '../payloads/request.ts';
import { readTools } from '../payloads/tool-definitions.ts';
import type { ReadCache } from '../read-cache.ts';
import { type MessageContent, type SaidMessage, say, splitSystem } from '../reading.ts';
import type { Dialect } from './dialect.ts';
import { sayToolUse } from './tool-use.ts';

const KEYS = [
  'ai.prompt',
  'ai.prompt.messages',
  'ai.response.text',
  'ai.response.toolCalls',
  'ai.response.object',
  'ai.response.reasoning',
  'ai.toolCall.name',
  'ai.value',
  'ai.values',
];

/** The Vercel AI SDK's own attributes (version 3 to 6, and 7 with its legacy integration); also Logfire's, for Node.js. */
export const vercelAi: Dialect = {
  name: 'vercel-ai',
  speaks: ({ record }) => KEYS.some((key) => record.attributes.has(key)),
  read(span, cache) {
    const { attributes } = span.record;
    if (isTool(span) || attributes.has('ai.toolCall.name')) {
      return sayToolUse(
        span,
        {
          id: attributes.string('ai.toolCall.id'),
          name: attributes.string('ai.toolCall.name'),
          args: attributes.has('ai.toolCall.args')
            ? cache.structured(attributes.get('ai.toolCall.args'))
            : undefined,
          result: attributes.has('ai.toolCall.result')
            ? cache.structured(attributes.get('ai.toolCall.result'))
            : undefined,
        },
        cache,
      );
    }
    return {
      ...splitSystem(sayPrompt(attributes, cache)),
      output: say(readAnswer(attributes, cache), { direction: 'output' }),
      tools: readTools(attributes.strings('ai.prompt.tools') ?? [], cache),
    };
  },
};

function sayPrompt(attributes: Attributes, cache: ReadCache): readonly SaidMessage[] {
  if (!attributes.has('ai.prompt.messages'))
    return say(readPrompt(attributes, cache), { direction: 'input' });
  const { value, isCut } = cache.messages(attributes.get('ai.prompt.messages'));
  return say(readMessages(value, 'user', cache), { direction: 'input', isCut });
}

function readPrompt(attributes: Attributes, cache: ReadCache): readonly MessageContent[] {
  const embedded = attributes.strings('ai.values') ?? attributes.strings('ai.value') ?? [];
  if (!attributes.has('ai.prompt'))
    return embedded.flatMap((value) => [...readMessages(cache.decoded(value), 'user', cache)]);
  const prompt = cache.structured(attributes.get('ai.prompt'));
  const request = readRequest(prompt, cache);
  return request === undefined ? readMessages(prompt, 'user', cache) : [...request.system, ...request.input];
}

function readAnswer(attributes: Attributes, cache: ReadCache): readonly MessageContent[] {
  const text = attributes.string('ai.response.text');
  const object = readObject(attributes);
  const reasoning = attributes.string('ai.response.reasoning');
  const toolCalls = cache.structured(attributes.get('ai.response.toolCalls'));
  const parts: readonly MessagePart[] = [
    ...(reasoning === undefined ? [] : [{ type: 'reasoning' as const, content: reasoning }]),
    ...readParts(text, cache),
    // Structured output is what the model wrote: its JSON text. Newer versions write it as text too.
    ...(object === text ? [] : readParts(object, cache)),
    ...readMessages({ role: 'assistant', toolCalls }, 'assistant', cache).flatMap((content) => content.parts),
    ...readFiles(cache.structured(attributes.get('ai.response.files')), cache),
  ];
  return [
    { ...messageOf('assistant', parts), finishReason: attributes.string('ai.response.finishReason') ?? null },
  ];
}

/** What the model wrote lists and choices in, and the span around the call has them out of. */
const AROUND_OBJECTS: ReadonlyMap<string, string> = new Map([
  ['array', 'elements'],
  ['enum', 'result'],
]);

function readObject(attributes: Attributes): string | undefined {
  const object = attributes.string('ai.response.object');
  const around = AROUND_OBJECTS.get(attributes.string('ai.settings.output') ?? '');
  return object === undefined || around === undefined ? object : `{${JSON.stringify(around)}:${object}}`;
}

function readFiles(files: unknown, cache: ReadCache): readonly MessagePart[] {
  if (!Array.isArray(files)) return [];
  return files.flatMap((file: unknown) => readParts({ type: 'file', ...(file as object) }, cache));
}
