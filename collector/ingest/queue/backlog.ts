import type { Config } from '../../config/config.ts';
import { ApiError } from '../../errors.ts';
import type { Room } from '../../lib/room.ts';
import { Admission, type Ahead, type Load } from './admission.ts';
import type { BodyMemory } from '../body-memory.ts';
import type { IngestJob, IngestResult } from '../jobs.ts';
import { laneOf, Lanes } from './lanes.ts';
import { costOf, Pace } from './pace.ts';
import { fingerprintOf, Suspects } from './suspects.ts';

/** What became of a request that was stored. */
export type Stored = Extract<IngestResult, { ok: true }>;

interface Waiting {
  readonly load: Load;
  readonly cost: number;
  readonly job: IngestJob;
  /** The thread has died with it before. */
  readonly isSuspect: boolean;
  /** Computed when the job is handed over, since the bytes are moved to the thread then. */
  fingerprint?: string;
  readonly resolve: (stored: Stored) => void;
  readonly reject: (error: ApiError) => void;
}

/**
 * What the thread is handed ahead of its commits: enough for it never to wait for the next, and so little that a small
 * request which comes now is stored soon.
 */
const AHEAD_MS = 300;
const LEAST_AHEAD = 4096;
const MOST_AHEAD = 32_768;

/** Requests that are accepted and not yet committed: they wait in lanes and are handed to the thread a little ahead of its commits. */
export class Backlog {
  readonly #pace = new Pace();
  readonly #admission: Admission;
  readonly #lanes = new Lanes<Waiting>();
  /** What the thread was handed and has not committed, by the id of its job. */
  readonly #handed = new Map<number, Waiting>();
  readonly #suspects = new Suspects();
  /** A suspect whose turn has come, and which waits until the thread has nothing else. */
  #held: Waiting | undefined;
  /** Whether the thread has been handed a suspect, alone. */
  #isTrial = false;
  #handedCost = 0;
  #busySince = 0;

  constructor(limits: Config['otel']['ingestion'], memory: BodyMemory) {
    this.#admission = new Admission(limits, this.#pace, memory);
  }

  /** Spans, log records and data points alike: one bound for all. */
  get load(): Load {
    return this.#admission.load;
  }

  get isEmpty(): boolean {
    return this.#handed.size === 0 && this.#lanes.size === 0 && this.#held === undefined;
  }

  /** Room for a body of which so many bytes are announced. Throws BUFFER_FULL. */
  openRoom(announced: number): Room {
    return this.#admission.openRoom(announced, this.#ahead());
  }

  /** Why a request would be refused now; null where it is to be taken. */
  refusalOf(load: Load): ApiError | null {
    return this.#admission.refusalOf(load, this.#ahead());
  }

  /** Resolves with what became of it when it is settled. Rejects where the thread has died of it before. */
  add(job: IngestJob, load: Load): Promise<Stored> {
    const standing = this.#suspects.isEmpty ? 'clear' : this.#suspects.standingOf(fingerprintOf(job));
    if (standing === 'condemned') return Promise.reject(condemned());
    return new Promise((resolve, reject) => {
      this.#admission.add(load);
      const isSuspect = standing === 'suspect';
      this.#lanes.push(laneOf(load), { load, cost: costOf(load), job, isSuspect, resolve, reject });
    });
  }

  /** The job that the thread is to be handed next; undefined where it has enough for now or none waits. */
  next(): IngestJob | undefined {
    const enough = Math.min(Math.max(this.#pace.costIn(AHEAD_MS), LEAST_AHEAD), MOST_AHEAD);
    if (this.#handedCost >= enough) return undefined;
    const next = this.#nextInTurn();
    if (next === undefined) return undefined;
    // Alone, so that nothing else comes under suspicion, or ends with it.
    if (this.#handed.size > 0 && (next.isSuspect || this.#isTrial)) {
      this.#held = next;
      return undefined;
    }
    this.#isTrial = next.isSuspect;
    next.fingerprint = fingerprintOf(next.job);
    if (this.#handed.size === 0) this.#busySince = performance.now();
    this.#handed.set(next.job.id, next);
    this.#handedCost += next.cost;
    return next.job;
  }

  /** Takes out what a commit has settled; `answer` then tells whoever waits. Only commits that went well tell the pace. */
  settle(results: readonly IngestResult[], isWell: boolean): { answer(): void } {
    const settled = results.map((result) => ({ result, waiting: this.#take(result.id) }));
    for (const { waiting } of settled) if (waiting?.isSuspect) this.#suspects.clear(waiting.fingerprint!);
    const now = performance.now();
    const cost = settled.reduce((sum, { waiting }) => sum + (waiting?.cost ?? 0), 0);
    if (isWell) this.#pace.took(cost, now - this.#busySince);
    this.#busySince = now;
    return {
      answer: () => {
        for (const { result, waiting } of settled) {
          if (result.ok) waiting?.resolve(result);
          else waiting?.reject(new ApiError(result.code, result.message));
        }
      },
    };
  }

  /**
   * Refuses all that waits, since the thread is gone. Where it `hadBegun`, what it had comes under suspicion, and what it was
   * tried with alone is refused for good: answers whether there was such a request.
   */
  refuseAll(error: ApiError, hadBegun: boolean): boolean {
    const lost = [...this.#handed.keys()].map((id) => this.#take(id)!);
    let isAnyCondemned = false;
    for (const { fingerprint, isSuspect, reject } of lost) {
      const isCondemned = hadBegun && this.#suspects.died(fingerprint!, isSuspect) === 'condemned';
      isAnyCondemned ||= isCondemned;
      reject(isCondemned ? condemned() : error);
    }
    for (let next = this.#nextInTurn(); next; next = this.#nextInTurn()) {
      this.#admission.remove(next.load);
      next.reject(error);
    }
    return isAnyCondemned;
  }

  #nextInTurn(): Waiting | undefined {
    const next = this.#held ?? this.#lanes.shift();
    this.#held = undefined;
    return next;
  }

  #ahead(): Ahead {
    const small = this.#handedCost + this.#lanes.cost('small');
    return { small, large: small + this.#lanes.cost('large') };
  }

  /** Takes out a request that the thread was handed. */
  #take(id: number): Waiting | undefined {
    const waiting = this.#handed.get(id);
    if (!waiting) return undefined;
    this.#handed.delete(id);
    this.#handedCost = this.#handed.size === 0 ? 0 : this.#handedCost - waiting.cost;
    this.#admission.remove(waiting.load);
    return waiting;
  }
}

/** A fault of our own that would only come again. */
const condemned = (): ApiError =>
  new ApiError(
    'STORAGE_ERROR',
    'the request can not be stored: the ingest thread has ended with it twice, see the log',
  );
