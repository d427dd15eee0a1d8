import type { ApiError } from '../errors.ts';

/** What was asked of the readers, and whoever waits for the answer. */
export interface Question {
  readonly name: string;
  readonly parameters: readonly unknown[];
  /** Its answer takes hundreds of megabytes while it is made, as a reader has found. */
  isLarge: boolean;
  readonly answer: Promise<Buffer>;
  readonly resolve: (json: Buffer) => void;
  readonly reject: (error: ApiError) => void;
}

/** Operations that read a whole trace or session: no page bounds their time. */
const CONVERSATIONS: ReadonlySet<string> = new Set(['traceMessages', 'sessionMessages']);

/** Requests that may wait; more are refused, so that a flood of queries can't fill memory. */
const MAX_WAITING = 1000;

/** The questions that wait for a reader, first come, first served. */
export class WaitingLine {
  /** How many conversations may be read at once. */
  readonly #mostConversations: number;
  #questions: Question[] = [];

  constructor(mostConversations: number) {
    this.#mostConversations = mostConversations;
  }

  get isEmpty(): boolean {
    return this.#questions.length === 0;
  }

  get isFull(): boolean {
    return this.#questions.length >= MAX_WAITING;
  }

  all(): readonly Question[] {
    return this.#questions;
  }

  add(question: Question): void {
    this.#questions.push(question);
  }

  /** What a reader has found to be large goes back to where it was, until no other such is read. */
  putBack(question: Question): void {
    question.isLarge = true;
    this.#questions.unshift(question);
  }

  /** Whether it was there still. */
  remove(question: Question): boolean {
    const at = this.#questions.indexOf(question);
    if (at >= 0) this.#questions.splice(at, 1);
    return at >= 0;
  }

  /** The first that may be begun beside what is read already. */
  next(atWork: readonly Question[]): Question | undefined {
    const takesConversations = atWork.filter(isConversation).length < this.#mostConversations;
    // Of large answers there is one at a time: together they would take the memory of a machine.
    const takesLarge = !atWork.some(({ isLarge }) => isLarge);
    const question = this.#questions.find(
      (one) => (takesConversations || !isConversation(one)) && (takesLarge || !one.isLarge),
    );
    if (question !== undefined) this.remove(question);
    return question;
  }

  /** Empties it. */
  takeAll(): readonly Question[] {
    const all = this.#questions;
    this.#questions = [];
    return all;
  }
}

const isConversation = ({ name }: Question): boolean => CONVERSATIONS.has(name);
