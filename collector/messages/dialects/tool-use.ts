import type { Message, MessagePart } from '../../contract/messages.ts';
import { type ConversationSpan, hasFailed } from '../conversation-span.ts';
import { readFailure } from '../failure.ts';
import { isObject } from '../json.ts';
import { messageOf } from '../payloads/message.ts';
import { finishPart } from '../payloads/parts.ts';
import { readResponse } from '../payloads/response.ts';
import { toolCallPart, toolResponsePart } from '../payloads/tool-value.ts';
import { pythonDict } from '../python-literal.ts';
import type { ReadCache } from '../read-cache.ts';
import { type Reading, say } from '../reading.ts';

/** What a tool's span says about its one use; what it does not say is undefined. */
export interface ToolUse {
  readonly id?: unknown;
  readonly name?: unknown;
  readonly args?: unknown;
  readonly result?: unknown;
  readonly isError?: boolean;
  readonly source?: Message['source'];
}

/** A tool's use as a call and its answer. A failed tool without an answer answers with its failure. */
export function sayToolUse(span: ConversationSpan, use: ToolUse, cache: ReadCache): Partial<Reading> {
  const name = use.name ?? span.span.tool_name ?? span.record.name.replace(/^execute_tool /, '');
  const source = use.source ?? 'attribute';
  const failed = hasFailed(span);
  const result = use.result ?? (failed ? readFailure(span)?.message : undefined);
  const args = typeof use.args === 'string' ? (pythonDict(use.args) ?? use.args) : use.args;
  const call = finishPart(toolCallPart(use.id, name, args), cache);
  const isError = failed || use.isError === true;
  const answer = finishPart(toolResponsePart({ id: use.id, name, response: result, isError }), cache);
  return {
    input: say([messageOf('assistant', [call])], { direction: 'input', source }),
    output: result === undefined ? [] : say([messageOf('tool', [answer])], { direction: 'output', source }),
  };
}

type ToolAnswer = Extract<MessagePart, { type: 'tool_call_response' }>;

/** The answer in a result that is a message, as LangChain's tools give them, which names its call; else undefined. */
export function answerIn(result: unknown, cache: ReadCache): ToolAnswer | undefined {
  const inner = isObject(result) && isObject(result['output']) ? result['output'] : result;
  const part = readResponse(inner, cache)?.[0]?.parts[0];
  return part?.type === 'tool_call_response' ? part : undefined;
}
