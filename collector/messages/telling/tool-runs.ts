import { type ConversationSpan, isTool } from '../conversation-span.ts';
import { sayToolUse } from '../dialects/tool-use.ts';
import { readFailure } from '../failure.ts';
import type { SaidMessage } from '../reading.ts';
import type { SpanIndex } from './span-index.ts';

const CALL_ID = 'gen_ai.tool.call.id';
/** Qwen Code's, on the run. */
const RUN_ID = 'tool.call_id';

const idOfRun = ({ record: { attributes } }: ConversationSpan): string | undefined =>
  attributes.string(CALL_ID) ?? attributes.string(RUN_ID);

/**
 * The tool whose run a span is. Claude Code and Qwen Code tell the wait for a permission and the run apart, each a span inside
 * of the tool's that bears the id of the same call; the run alone fails.
 */
export function toolOfRun(span: ConversationSpan, { forest }: SpanIndex): ConversationSpan | undefined {
  const around = forest.parentOf(span);
  const id = idOfRun(span);
  if (around === undefined || id === undefined || isTool(span) || !isTool(around)) return undefined;
  return around.record.attributes.string(CALL_ID) === id ? around : undefined;
}

/**
 * What a run that failed answered, for a tool's span that holds no answer: the tool's own failure, where its span names no more than
 * the call, as where arguments and results are not to be recorded.
 */
export function answerOfRun(tool: ConversationSpan, index: SpanIndex): SaidMessage | undefined {
  const isRun = (span: ConversationSpan): boolean => toolOfRun(span, index) === tool;
  const run = [tool, ...index.forest.childrenOf(tool).filter(isRun)].find(
    (span) => idOfRun(span) !== undefined && readFailure(span) !== undefined,
  );
  const id = run && idOfRun(run);
  return run && sayToolUse(run, { id, name: tool.span.tool_name }, index.cache).output?.[0];
}
