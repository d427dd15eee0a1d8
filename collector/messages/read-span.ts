import { DIALECTS } from './dialects/table.ts';
import { type ConversationSpan, isAgent } from './conversation-span.ts';
import { TooManyMessages } from './most-messages.ts';
import type { ReadCache } from './read-cache.ts';
import { NOTHING_READ, type Reading, textOfParts, withInstructions, withoutRawOutput } from './reading.ts';

/** What LangGraph calls the first node of every graph. */
const FIRST_NODE = '__start__';
/** How an agent's run ended that waits for a person. */
const INTERRUPT = 'interrupt';

/**
 * Everything that a span says, by the dialects it speaks; each side is the first one's that has it. Throws TooManyMessages, and
 * nothing else whatever an exporter wrote.
 */
export function readSpan(span: ConversationSpan, cache: ReadCache): Reading {
  let reading = NOTHING_READ;
  for (const dialect of DIALECTS) {
    if (isFull(reading)) break;
    try {
      if (dialect.speaks(span)) reading = complete(reading, dialect.read(span, cache));
    } catch (error) {
      if (error instanceof TooManyMessages) throw error;
      // A value that a reader trips over must not hide what the others read; the raw span still shows it.
    }
  }
  return isFirstNode(span) ? withoutRawOutput(reading) : isAgent(span) ? withoutEcho(reading) : reading;
}

/**
 * The first node of a graph returns what the graph was given, which answers nothing. LangSmith's exports for JavaScript have its
 * span in place of that of the function around the graph, whose name the span keeps: then only the metadata tells.
 */
const isFirstNode = ({ record: { name, attributes } }: ConversationSpan): boolean =>
  name === FIRST_NODE || attributes.string('langsmith.metadata.langgraph_node') === FIRST_NODE;

/** What an agent ended with that stops to ask a person is not what it was asked: Strands for TypeScript returns the last message. */
function withoutEcho(reading: Reading): Reading {
  const [answer] = reading.output;
  if (reading.output.length !== 1 || answer?.content.finishReason !== INTERRUPT) return reading;
  const asked = reading.input.at(-1)?.content;
  const isEcho = asked?.role === 'user' && textOfParts(asked.parts) === textOfParts(answer.content.parts);
  return isEcho ? { ...reading, output: [] } : reading;
}

function isFull({ system, input, output, tools }: Reading): boolean {
  return system.length > 0 && input.length > 0 && output.length > 0 && tools.length > 0;
}

function complete(reading: Reading, more: Partial<Reading>): Reading {
  const side = <T>(own: readonly T[], other: readonly T[] | undefined) =>
    own.length > 0 ? own : (other ?? []);
  const output = side(reading.output, more.output);
  const askedElsewhere = reading.askedElsewhere ?? more.askedElsewhere;
  // The instructions of one stand beside the history of the other, which may begin with a system prompt.
  const isBeside = reading.input.length === 0 && (more.input ?? []).length > 0;
  return {
    system: isBeside
      ? withInstructions(reading.system, more.system ?? [])
      : side(reading.system, more.system),
    input: side(reading.input, more.input),
    output,
    tools: side(reading.tools, more.tools),
    isAbridged: reading.input.length > 0 ? reading.isAbridged === true : more.isAbridged === true,
    isResumed: reading.isResumed === true || more.isResumed === true,
    isAnsweredAround: output.length === 0 && (reading.isAnsweredAround ?? more.isAnsweredAround) === true,
    ...(askedElsewhere === undefined ? {} : { askedElsewhere }),
  };
}
