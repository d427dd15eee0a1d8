import type { Atom } from './atoms.ts';
import type { HistoryNode } from './history.ts';
import { withoutWhiteSpace } from '../white-space.ts';

/** A call that only the span of its tool tells, as far as an answer may be its. */
export interface UnansweredCall {
  readonly id: string | null;
  readonly traceId: string;
  readonly toldAtNano: bigint;
}

/** Answers whose calls no history holds, by what a call that comes later may know of them. */
export class AnswersLeft {
  /** By trace and the call's id. */
  readonly #byId = new Map<string, HistoryNode>();
  /** Of any trace, by the call's id and what they say. */
  readonly #sayingById = new Map<string, Set<HistoryNode>>();
  /** Those that name no call, by trace and what they say. */
  readonly #nameless = new Map<string, Set<HistoryNode>>();
  /** The same by trace and their text without its quotation marks. */
  readonly #unquoted = new Map<string, Set<HistoryNode>>();

  add(answer: HistoryNode, { id, key, parts: [own] }: Atom, traceId: string): void {
    if (id !== null) {
      this.#byId.set(`${traceId}:${id}`, answer);
      addTo(this.#sayingById, `${id}:${key}`, answer);
      return;
    }
    addTo(this.#nameless, `${traceId}:${key}`, answer);
    const text = textOf(own);
    if (text !== null) addTo(this.#unquoted, `${traceId}:${withoutQuotes(text)}`, answer);
  }

  /** Must be called with every answer that has found its call: it answers no other. */
  delete(answer: HistoryNode): void {
    const { id, key, parts } = answer.atom!;
    const traceId = answer.told?.teller.record.traceId;
    const text = textOf(parts[0]);
    this.#nameless.get(`${traceId}:${key}`)?.delete(answer);
    if (text !== null) this.#unquoted.get(`${traceId}:${withoutQuotes(text)}`)?.delete(answer);
    if (this.#byId.get(`${traceId}:${id}`) === answer) this.#byId.delete(`${traceId}:${id}`);
    this.#sayingById.get(`${id}:${key}`)?.delete(answer);
  }

  /** The last answer of a trace that names this call. */
  named(traceId: string, id: string): HistoryNode | undefined {
    return this.#byId.get(`${traceId}:${id}`);
  }

  /** The first answer told after a call that says the same: in any trace where it names the call, else in the call's. */
  takeSaying({ id, traceId, toldAtNano }: UnansweredCall, key: Atom['key']): HistoryNode | undefined {
    return (
      takeLater(this.#sayingById.get(`${id}:${key}`), toldAtNano) ??
      takeLater(this.#nameless.get(`${traceId}:${key}`), toldAtNano)
    );
  }

  /** The first nameless answer told after a call that is what its tool said without the quotation marks. */
  takeUnquoted({ traceId, toldAtNano }: UnansweredCall, response: unknown): HistoryNode | undefined {
    if (this.#unquoted.size === 0) return undefined;
    const text = withoutQuotes(JSON.stringify(response));
    return takeLater(this.#unquoted.get(`${traceId}:${text}`), toldAtNano);
  }
}

/** The first that was told after the call, and forgets those before it, which answer no later call either. */
function takeLater(answers: Set<HistoryNode> | undefined, toldAtNano: bigint): HistoryNode | undefined {
  if (answers === undefined) return undefined;
  for (const answer of answers) {
    answers.delete(answer);
    if (answer.told !== null && answer.told.at.nano >= toldAtNano) return answer;
  }
  return undefined;
}

const textOf = (part: Atom['parts'][number] | undefined): string | null =>
  part?.type === 'tool_call_response' && typeof part.response === 'string' ? part.response : null;

/** LlamaIndex.TS tells its models what tools answered as JSON in lines, with all quotation marks taken out. */
const withoutQuotes = (text: string): string => withoutWhiteSpace(text).replaceAll('"', '');

function addTo<T>(map: Map<string, Set<T>>, key: string, item: T): void {
  const items = map.get(key);
  if (items === undefined) map.set(key, new Set([item]));
  else items.add(item);
}
