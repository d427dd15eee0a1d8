import type { ToolDefinition } from '../../contract/messages.ts';
import type { Span } from '../../contract/spans.ts';
import { type ConversationSpan, isAgent, isModelCall, isSilent, isTool } from '../conversation-span.ts';
import { mergeTools } from '../payloads/tools.ts';
import { ReadCache } from '../read-cache.ts';
import { readSpan } from '../read-span.ts';
import type { Reading } from '../reading.ts';
import { type Atom, AtomReader } from './atoms.ts';
import { type Call, CallTeller } from './calls.ts';
import { type Below, tellContainer } from './containers.ts';
import { tellFailures } from './failures.ts';
import { Forest } from './forest.ts';
import { History, type HistoryNode } from './history.ts';
import { ToolLedger } from './ledger.ts';
import { chooseTellers } from './tellers.ts';
import { type Told, ToldList } from './told.ts';
import { tellTools } from './tools.ts';

/** The span that says what a call inside it was asked. */
interface Around {
  readonly span: ConversationSpan;
  /** Spans nearer to the call say a part of it. */
  readonly isAbridged: boolean;
}

/**
 * Tells one conversation. First the model calls, whose histories say what follows what; then the tools, whose answers may
 * be in those histories; then what only agents and chains hold; failures last.
 */
export class Telling {
  readonly #forest: Forest;
  readonly #readings = new Map<ConversationSpan, Reading>();
  readonly #cache = new ReadCache();
  readonly #atoms = new AtomReader(this.#cache);
  readonly #history = new History();
  readonly #ledger = new ToolLedger();
  readonly #told = new ToldList();
  readonly #calls = new CallTeller(this.#atoms, this.#history, this.#ledger, this.#told);
  readonly #tellers: readonly ConversationSpan[];
  readonly #below = new Map<ConversationSpan, Below>();
  /** Where the conversation stands inside a span whose calls do not repeat their history. */
  readonly #tips = new Map<ConversationSpan, HistoryNode>();
  /** Where it stood after the last call inside a span. */
  readonly #lastInside = new Map<ConversationSpan, HistoryNode>();
  readonly #ends = new Map<ConversationSpan, HistoryNode>();
  readonly #lastStarts = new Map<string, bigint>();
  /** The span that ran a call, by trace and id. */
  readonly #runners = new Map<string, ConversationSpan>();

  constructor(spans: readonly ConversationSpan[]) {
    this.#forest = new Forest(spans);
    this.#tellers = chooseTellers(this.#forest, (span) => this.readingOf(span));
    for (const span of this.#forest.spans) {
      const { traceId, startUnixNano } = span.record;
      if (isModelCall(span)) this.#lastStarts.set(traceId, startUnixNano);
      const id = isTool(span) ? callIdOf(this.readingOf(span)) : null;
      if (id !== null && !this.#runners.has(`${traceId}:${id}`)) this.#runners.set(`${traceId}:${id}`, span);
    }
  }

  readingOf(span: ConversationSpan): Reading {
    let reading = this.#readings.get(span);
    if (reading === undefined) this.#readings.set(span, (reading = readSpan(span, this.#cache)));
    return reading;
  }

  tell(): readonly Told[] {
    const { spans } = this.#forest;
    for (const span of this.#tellers) this.#tellCall(span);
    const tools = spans.filter(isTool);
    const wentOn = (span: ConversationSpan): boolean =>
      (this.#lastStarts.get(span.record.traceId) ?? -1n) >= span.record.endUnixNano;
    const shared = {
      forest: this.#forest,
      atoms: this.#atoms,
      history: this.#history,
      ledger: this.#ledger,
      told: this.#told,
    };
    tellTools(tools, { ...shared, readingOf: (span) => this.readingOf(span), wentOn });
    const tellers = new Set(this.#tellers);
    for (const span of spans) {
      if (isTool(span) || isSilent(span) || tellers.has(span)) continue;
      tellContainer(span, this.readingOf(span), { ...shared, calls: this.#calls, below: this.#below });
    }
    tellFailures({ ...shared, wentOn, lastOf: (span) => this.#ends.get(span)?.told ?? null });
    return this.#told.inOrder();
  }

  tools(): readonly ToolDefinition[] {
    return mergeTools(this.#forest.spans.flatMap((span) => this.readingOf(span).tools));
  }

  /** The numbers of a call: its own, or those of a span that recorded the same call without its words. */
  numbersOf(span: ConversationSpan): Span | null {
    if (isAgent(span)) return span.span;
    if (span.span.total_tokens > 0) return isModelCall(span) ? span.span : null;
    const same = [...this.#forest.childrenOf(span), ...this.#aroundOnly(span)];
    const counted = same.find((other) => isModelCall(other) && other.span.total_tokens > 0)?.span;
    return counted ?? (isModelCall(span) ? span.span : null);
  }

  totals(): { readonly totalTokens: number; readonly totalCost: number } {
    const spans = [...new Set(this.#tellers.flatMap((span) => this.#countedFor(span) ?? []))];
    return {
      totalTokens: spans.reduce((sum, { total_tokens }) => sum + total_tokens, 0),
      totalCost: spans.reduce((sum, { total_cost }) => sum + total_cost, 0),
    };
  }

  /** As `numbersOf`; of calls that only a span around all of them counts, that span, which counts once. */
  #countedFor(span: ConversationSpan): Span | null {
    const own = this.numbersOf(span);
    if (own === null || own.total_tokens > 0 || !isModelCall(span)) return own;
    for (const ancestor of this.#forest.ancestorsOf(span)) {
      if (isTool(ancestor) || isAgent(ancestor)) break;
      if (isModelCall(ancestor) && ancestor.span.total_tokens > 0) return ancestor.span;
    }
    return own;
  }

  /** The span around a call, when it is around no other. */
  #aroundOnly(span: ConversationSpan): readonly ConversationSpan[] {
    const parent = this.#forest.parentOf(span);
    if (parent === undefined || !isModelCall(parent)) return [];
    return this.#forest.childrenOf(parent).filter(isModelCall).length === 1 ? [parent] : [];
  }

  #tellCall(span: ConversationSpan): void {
    const reading = this.readingOf(span);
    const agentName = this.#forest.agentNameOf(span);
    const call: Call = { span, reading, agentName, answeredAt: this.#answeredAt(span, reading) };
    const around = this.#aroundWithInput(span);
    let isAsked = reading.input.length > 0;
    for (const ancestor of this.#forest.ancestorsOf(span)) {
      const below = this.#below.get(ancestor) ?? { hasInput: false, hasLastOutput: false };
      below.hasInput ||= isAsked;
      below.hasLastOutput = reading.output.length > 0;
      this.#below.set(ancestor, below);
      // What the call was asked stands there, so the spans beyond need not say it.
      isAsked ||= ancestor === around?.span;
    }
    const end =
      around === undefined ? this.#calls.tell(call, this.#history.root) : this.#tellInside(call, around);
    this.#ends.set(span, end);
    for (const ancestor of this.#forest.ancestorsOf(span)) this.#lastInside.set(ancestor, end);
  }

  /** A call that recorded only its answer, or not all that it was asked: that stands on the span around it. */
  #tellInside(call: Call, { span: around, isAbridged }: Around): HistoryNode {
    let tip = this.#tips.get(around) ?? (isAbridged ? this.#lastInside.get(around) : undefined);
    if (tip === undefined) {
      const outer = { ...call, span: around, reading: this.readingOf(around) };
      this.#calls.tellInstructions(outer);
      tip = this.#calls.follow(outer, this.#history.root, outer.reading.input).node;
    }
    tip = this.#tellAnswersBefore(call, tip);
    tip = this.#calls.tell({ ...call, reading: { ...call.reading, input: [] } }, tip);
    this.#tips.set(around, tip);
    return tip;
  }

  /** What tools answered between two such calls: a later history repeats it there. */
  #tellAnswersBefore({ span }: Call, tip: HistoryNode): HistoryNode {
    let node = tip;
    for (const { id } of openCallsAt(tip)) {
      const runner = this.#runnerOf(span, id);
      if (runner === undefined || runner.record.endUnixNano > span.record.startUnixNano) continue;
      const [said] = this.readingOf(runner).output;
      if (said === undefined) continue;
      node = this.#calls.tellAnswerOfTool(said, runner, this.#forest.agentNameOf(runner), node);
    }
    return node;
  }

  #runnerOf({ record }: ConversationSpan, id: string | null): ConversationSpan | undefined {
    return id === null ? undefined : this.#runners.get(`${record.traceId}:${id}`);
  }

  /** The nearest span around a call whose input is whole, else the nearest with any; undefined where its own will do. */
  #aroundWithInput(span: ConversationSpan): Around | undefined {
    const own = this.readingOf(span);
    if (own.input.length > 0 && own.isAbridged !== true) return undefined;
    let nearest: ConversationSpan | undefined;
    for (const ancestor of this.#forest.ancestorsOf(span)) {
      if (isTool(ancestor)) break;
      const reading = this.readingOf(ancestor);
      if (reading.input.length === 0) continue;
      const isAbridged = own.isAbridged === true || nearest !== undefined;
      if (reading.isAbridged !== true) return { span: ancestor, isAbridged };
      nearest ??= ancestor;
    }
    return nearest === undefined || own.input.length > 0 ? undefined : { span: nearest, isAbridged: false };
  }

  /** Some spans of calls last until the tools that they called are done. */
  #answeredAt(span: ConversationSpan, reading: Reading): bigint {
    let at = span.record.endUnixNano;
    const atMost = (time: bigint | undefined): void => {
      if (time !== undefined && time < at && time >= span.record.startUnixNano) at = time;
    };
    if (isModelCall(span))
      for (const child of this.#forest.childrenOf(span))
        if (isTool(child) || isAgent(child)) atMost(child.record.startUnixNano);
    for (const { content } of reading.output)
      for (const part of content.parts)
        if (part.type === 'tool_call' && part.id !== null)
          atMost(this.#runnerOf(span, part.id)?.record.startUnixNano);
    return at;
  }
}

/** The calls that an answer ended with, in their order. */
function openCallsAt(tip: HistoryNode): readonly Atom[] {
  const calls: Atom[] = [];
  for (let node: HistoryNode | null = tip; node?.atom?.kind === 'call'; node = node.parent)
    calls.unshift(node.atom);
  return calls;
}

function callIdOf(reading: Reading): string | null {
  const [part] = reading.input[0]?.content.parts ?? [];
  return part?.type === 'tool_call' ? part.id : null;
}
