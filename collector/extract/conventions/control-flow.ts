import type { SpanEventRecord } from '../../decode/records.ts';
import type { SpanInput } from '../fields.ts';

/**
 * What LangGraph throws to hand over to another agent of its graph and to wait for a person, and Genkit, Ax and Strands for
 * the latter: whoever records a run takes each for a failure, and each run around it. Some write the name as the exception's
 * type, others before the message in Python and before the stack in JavaScript.
 */
const THROWN =
  /(?:^|\n\n)(?:ParentCommand|GraphInterrupt|NodeInterrupt|GraphBubbleUp|ToolInterruptError|InterruptError|AxAgentClarificationError)\b/;

/** Whether an exception is how a program goes on. */
export function isControlFlow({ attributes }: SpanEventRecord, span: SpanInput): boolean {
  const type = attributes.string('exception.type') ?? '';
  const message = attributes.string('exception.message') ?? '';
  return (
    THROWN.test(type.slice(type.lastIndexOf('.') + 1)) ||
    THROWN.test(message) ||
    (isOfOpencode(span) && (type === 'NotAcquired' || message.startsWith(NO_FILE)))
  );
}

const NO_FILE = 'NotFound: FileSystem.';

/**
 * opencode's own functions look many times a prompt for settings that nobody has written, and try locks until they have them. What
 * became of a call or a tool, the AI SDK's spans say.
 */
const isOfOpencode = ({ scope, attributes }: SpanInput): boolean =>
  scope.name === 'opencode' && !attributes.has('ai.operationId');
