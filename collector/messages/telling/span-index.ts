import type { ToolDefinition } from '../../contract/messages.ts';
import { type ConversationSpan, isModelCall, isTool } from '../conversation-span.ts';
import { exceptionOf, isSaidIn, readFailure } from '../failure.ts';
import { MOST_READ, notMoreThan } from '../most-messages.ts';
import { mergeTools } from '../payloads/tool-definitions.ts';
import type { ReadCache } from '../read-cache.ts';
import { readSpan } from '../read-span.ts';
import { type MessageContent, type Reading, withoutRawOutput } from '../reading.ts';
import { Askers } from './askers.ts';
import { firstAttempts } from './attempts.ts';
import { Forest, type Moment } from './forest.ts';
import { runsThatStopped } from './stopped-runs.ts';

/** The spans of a conversation as its telling looks them up; nothing that is told changes it. */
export class SpanIndex {
  readonly forest: Forest;
  readonly cache: ReadCache;
  readonly #readings = new Map<ConversationSpan, Reading>();
  /** What is read in any of them: histories that repeat one another share it. */
  readonly #contents = new Set<MessageContent>();
  readonly #mostRead: number;
  readonly #askers: Askers;
  /** The span that ran a call, by trace and id. */
  readonly #runners = new Map<string, ConversationSpan>();
  /** When the last model call of a trace began. */
  readonly #lastStarts = new Map<string, bigint>();

  /** There when they are first asked for. */
  #firstAttempts: ReadonlyMap<ConversationSpan, ConversationSpan> | undefined;
  #stopped: ReadonlySet<ConversationSpan> | undefined;
  /** When a failure was thrown first, by trace and message; there when it is first asked for. */
  #thrown: ReadonlyMap<string, bigint> | undefined;

  constructor(spans: readonly ConversationSpan[], cache: ReadCache, mostRead = MOST_READ) {
    this.cache = cache;
    this.#mostRead = mostRead;
    this.forest = new Forest(spans);
    this.#askers = new Askers(this.forest);
    for (const span of this.forest.spans) {
      const { traceId, startUnixNano } = span.record;
      if (isModelCall(span)) this.#lastStarts.set(traceId, startUnixNano);
      const id = isTool(span) ? callIdOf(this.readingOf(span)) : null;
      if (id !== null && !this.#runners.has(`${traceId}:${id}`)) this.#runners.set(`${traceId}:${id}`, span);
    }
  }

  readingOf(span: ConversationSpan): Reading {
    let reading = this.#readings.get(span);
    if (reading === undefined) this.#readings.set(span, (reading = this.#read(span)));
    return reading;
  }

  /** The span that says what a call was asked: the call's own, or another. */
  askerOf(span: ConversationSpan): ConversationSpan {
    const { askedElsewhere } = this.readingOf(span);
    return (askedElsewhere && this.#askers.find(span, askedElsewhere)) ?? span;
  }

  /** When what a call was asked had been said: an attempt of it that failed may say nothing. */
  askedAt(span: ConversationSpan): Moment {
    const asker = this.askerOf(span);
    this.#firstAttempts ??= firstAttempts(this.forest, (one) => this.readingOf(one));
    return this.forest.startOf(this.#firstAttempts.get(asker) ?? asker);
  }

  #read(span: ConversationSpan): Reading {
    const own = this.#withoutState(span, readSpan(span, this.cache));
    for (const side of [own.system, own.input, own.output])
      for (const { content } of side) this.#contents.add(content);
    notMoreThan(this.#mostRead, this.#contents.size);
    const asker = own.askedElsewhere && this.#askers.find(span, own.askedElsewhere);
    if (asker === undefined) return own;
    const { system, input, tools } = this.readingOf(asker);
    return { ...own, system, input, tools };
  }

  /** A graph that stopped to wait for a person returns its state, which answers nothing. */
  #withoutState(span: ConversationSpan, reading: Reading): Reading {
    if (!reading.output.some(({ isRaw }) => isRaw)) return reading;
    this.#stopped ??= runsThatStopped(this.forest);
    return this.#stopped.has(span) ? withoutRawOutput(reading) : reading;
  }

  /** The tool's span that ran the call with this id, in the trace of the given span. */
  runnerOf({ record }: ConversationSpan, id: string | null): ConversationSpan | undefined {
    return id === null ? undefined : this.#runners.get(`${record.traceId}:${id}`);
  }

  /** True when the agent went on after this tool: its failure is an answer, not an end. */
  wentOn({ record }: ConversationSpan): boolean {
    return (this.#lastStarts.get(record.traceId) ?? -1n) >= record.endUnixNano;
  }

  /** Whether a tool that answered has the failure of another span for its status, which threw it before. */
  hasCopiedFailure(tool: ConversationSpan): boolean {
    const { traceId, attributes, endUnixNano } = tool.record;
    const message = readFailure(tool)?.message;
    const isOwn = attributes.has('error.type') || exceptionOf(tool) !== undefined;
    const [answer] = this.readingOf(tool).output;
    if (message === undefined || isOwn || answer === undefined) return false;
    const isSaid = isSaidIn(answer.content.parts, message);
    this.#thrown ??= firstThrown(this.forest.spans);
    const thrown = this.#thrown.get(`${traceId}:${message}`);
    return !isSaid && thrown !== undefined && thrown <= endUnixNano;
  }

  /** The tools that any of the spans was given. */
  tools(): readonly ToolDefinition[] {
    return mergeTools(this.forest.spans.flatMap((span) => this.readingOf(span).tools));
  }
}

function callIdOf(reading: Reading): string | null {
  const [part] = reading.input[0]?.content.parts ?? [];
  return part?.type === 'tool_call' ? part.id : null;
}

function firstThrown(spans: readonly ConversationSpan[]): ReadonlyMap<string, bigint> {
  const thrown = new Map<string, bigint>();
  for (const span of spans) {
    const failure = exceptionOf(span) === undefined ? undefined : readFailure(span);
    const key = `${span.record.traceId}:${failure?.message}`;
    const known = thrown.get(key);
    if (failure !== undefined && (known === undefined || span.record.endUnixNano < known))
      thrown.set(key, span.record.endUnixNano);
  }
  return thrown;
}
