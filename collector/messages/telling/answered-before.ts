import { type ConversationSpan, hasFailed } from '../conversation-span.ts';
import type { Forest } from './forest.ts';
import { type HistoryNode, isSaidByMachine } from './history.ts';

/** A call whose history stops at some node of the tree, its answer following there. */
export interface Answered {
  readonly span: ConversationSpan;
  readonly agentName: string | null;
  /** A name for what the call was instructed. */
  readonly instructions: string;
  readonly last: HistoryNode;
}

interface Ended {
  readonly call: Answered;
  readonly endNano: bigint;
  readonly order: number;
}

/** The calls that asked the same: of one node, agent and instructions. */
interface Calls {
  /** Not over yet when the last call began, by their end, the first to end last. */
  readonly running: Ended[];
  /** The last in the order of their start, and the last of another trace than that one's. */
  latest?: Ended;
  latestElsewhere?: Ended;
  /** The last of each trace and model. */
  readonly byModel: Map<string, Ended>;
}

/**
 * Which calls had been answered when others asked the same. Calls come in the order of their start, so that who is over stays so, and
 * each is looked at a few times, however many ask the same at once.
 */
export class AnsweredBefore {
  readonly #forest: Forest;
  readonly #calls = new Map<HistoryNode, Map<string, Calls>>();
  #size = 0;

  constructor(forest: Forest) {
    this.#forest = forest;
  }

  /** Adds a call whose history stops at `node`. */
  add(node: HistoryNode, call: Answered): void {
    if (call.last === node || !isSaidByMachine(call.last) || hasFailed(call.span)) return;
    const { running } = this.#callsAt(node, call);
    const ended = { call, endNano: this.#forest.endOf(call.span).nano, order: this.#size++ };
    running.splice(placeIn(running, ended.endNano), 0, ended);
  }

  /** The last that was over when `call` began, and had asked the same of the same model or in another trace. */
  find(node: HistoryNode, call: Omit<Answered, 'last'>): Answered | undefined {
    const calls = this.#calls.get(node)?.get(keyOf(call));
    if (calls === undefined) return undefined;
    const start = this.#forest.startOf(call.span).nano;
    for (let next = calls.running.at(-1); next !== undefined; next = calls.running.at(-1)) {
      if (next.endNano > start) break;
      calls.running.pop();
      end(calls, next);
    }
    const { traceId } = call.span.record;
    const { latest, latestElsewhere, byModel } = calls;
    const elsewhere = latest !== undefined && traceOf(latest) === traceId ? latestElsewhere : latest;
    const ofModel = byModel.get(modelKeyOf(call));
    return (ofModel === undefined ? elsewhere : later(elsewhere, ofModel))?.call;
  }

  #callsAt(node: HistoryNode, call: Answered): Calls {
    const ofNode = this.#calls.get(node) ?? new Map<string, Calls>();
    const calls = ofNode.get(keyOf(call)) ?? { running: [], byModel: new Map<string, Ended>() };
    this.#calls.set(node, ofNode.set(keyOf(call), calls));
    return calls;
  }
}

function end(calls: Calls, ended: Ended): void {
  const { latest } = calls;
  calls.byModel.set(modelKeyOf(ended.call), later(calls.byModel.get(modelKeyOf(ended.call)), ended));
  if (latest === undefined || latest.order < ended.order) {
    if (latest !== undefined && traceOf(latest) !== traceOf(ended)) calls.latestElsewhere = latest;
    calls.latest = ended;
  } else if (traceOf(latest) !== traceOf(ended)) calls.latestElsewhere = later(calls.latestElsewhere, ended);
}

/** Where a call that ends at `nano` stands among those that are running. */
function placeIn(running: readonly Ended[], nano: bigint): number {
  let [from, to] = [0, running.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (running[middle]!.endNano >= nano) from = middle + 1;
    else to = middle;
  }
  return from;
}

const later = (one: Ended | undefined, other: Ended): Ended =>
  one !== undefined && one.order > other.order ? one : other;
const traceOf = ({ call }: Ended): string => call.span.record.traceId;
const keyOf = ({ agentName, instructions }: Omit<Answered, 'last'>): string =>
  `${instructions}|${agentName === null ? '' : `${agentName}|`}`;
const modelKeyOf = ({ span }: Omit<Answered, 'last'>): string =>
  `${span.record.traceId}|${span.span.model ?? ''}`;
