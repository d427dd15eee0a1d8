import type { SpanEventRecord } from '../../decode/records.ts';

/**
 * What LangGraph throws to hand over to another agent of its graph and to wait for a person, and Genkit and Ax for the latter: whoever
 * records a run takes each for a failure, and each run around it. Some write the name as the exception's type, others before
 * the message in Python and before the stack in JavaScript.
 */
const THROWN =
  /(?:^|\n\n)(?:ParentCommand|GraphInterrupt|NodeInterrupt|GraphBubbleUp|ToolInterruptError|AxAgentClarificationError)\b/;

/** Whether an exception is how a program goes on. */
export function isControlFlow({ attributes }: SpanEventRecord): boolean {
  const type = attributes.string('exception.type') ?? '';
  return (
    THROWN.test(type.slice(type.lastIndexOf('.') + 1)) ||
    THROWN.test(attributes.string('exception.message') ?? '')
  );
}
