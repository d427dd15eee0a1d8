import type { HistoryNode } from './history.ts';

/** What a call was asked last: a person's message at the end of its history. */
export interface Question {
  readonly traceId: string;
  /** A name for what the message says. */
  readonly words: string;
  /** A name for what the call was instructed. */
  readonly instructions: string;
  /** Whether it is all of the history. */
  readonly isAlone: boolean;
}

interface Asked {
  /** Where the message ends. */
  readonly node: HistoryNode;
  /** What all calls that were asked this were instructed. */
  readonly instructions: Set<string>;
  hasHistory: boolean;
}

/**
 * A router, a guardrail, a writer of titles is asked a person's words alone, beside the call that has them at the end of its
 * history: the same message, though it stands at two places. Calls that are instructed alike were asked twice, and of two
 * histories each has a message of its own.
 */
export class AskedBeside {
  readonly #latest = new Map<string, Asked>();

  /** Where the message ends that a call of the same trace was asked as well; calls come in the order of their start. */
  find(question: Question): HistoryNode | undefined {
    const latest = this.#latest.get(keyOf(question));
    if (latest === undefined || latest.instructions.has(question.instructions)) return undefined;
    return question.isAlone || !latest.hasHistory ? latest.node : undefined;
  }

  /** Adds the question of a call that was asked at `node`. */
  add(question: Question, node: HistoryNode): void {
    const latest = this.#latest.get(keyOf(question));
    const asked =
      latest?.node === node ? latest : { node, instructions: new Set<string>(), hasHistory: false };
    asked.instructions.add(question.instructions);
    asked.hasHistory ||= !question.isAlone;
    this.#latest.set(keyOf(question), asked);
  }
}

const keyOf = ({ traceId, words }: Question): string => `${traceId}|${words}`;
