import type { Config } from '../../config/config.ts';
import { ApiError } from '../../errors.ts';
import type { Room } from '../../lib/room.ts';
import type { BodyMemory } from '../body-memory.ts';
import { BodyRooms } from './body-rooms.ts';
import { laneOf, type Lane } from './lanes.ts';
import { costOf, type Pace } from './pace.ts';
import { TurnedAway } from './turned-away.ts';

/** What a request takes of the bounds: its spans, log records or data points, and its bytes. */
export interface Load {
  readonly items: number;
  readonly bytes: number;
}

/** What each lane has before it, as cost. */
export type Ahead = Readonly<Record<Lane, number>>;

/** Requests that leave the last tenth of the buffer to others: a flood of them must not keep small ones out for good. */
const SHARES: Readonly<Record<Lane, number>> = { small: 1, large: 0.9 };
/**
 * Milliseconds that a request may be expected to wait. Exporters give up after ten seconds by default, their retries
 * included: what would wait for longer hears so at once. Small requests may wait for longer, since some exporters
 * (OpenTelemetry's for gRPC in JavaScript) send nothing twice.
 */
const LONGEST_WAIT_MS: Readonly<Record<Lane, number>> = { small: 6000, large: 2000 };
const LONGEST_REST_S: Readonly<Record<Lane, number>> = { small: 2, large: 5 };

/** What is accepted and not yet committed, and whether there is room for more. */
export class Admission {
  readonly #limits: Config['otel']['ingestion'];
  readonly #pace: Pace;
  readonly #rooms: BodyRooms;
  readonly #turnedAway = new TurnedAway();
  #requests = 0;
  #load: Load = { items: 0, bytes: 0 };

  constructor(limits: Config['otel']['ingestion'], pace: Pace, memory: BodyMemory) {
    this.#limits = limits;
    this.#pace = pace;
    this.#rooms = new BodyRooms(memory);
  }

  get load(): Load {
    return this.#load;
  }

  add({ items, bytes }: Load): void {
    this.#requests++;
    this.#load = { items: this.#load.items + items, bytes: this.#load.bytes + bytes };
  }

  remove({ items, bytes }: Load): void {
    this.#requests--;
    this.#load = { items: this.#load.items - items, bytes: this.#load.bytes - bytes };
  }

  /**
   * Room for a body of which so many bytes are announced, so that a flood of what would be refused is not even read. Throws
   * BUFFER_FULL. A compressed body announces fewer bytes than it will take.
   */
  openRoom(announced: number, ahead: Ahead): Room {
    const isFirst = this.#requests === 0 && this.#rooms.bytes === 0;
    const refusal = isFirst ? null : this.#refusal({ items: 0, bytes: announced }, ahead, this.#rooms.bytes);
    if (refusal !== null) throw refusal;
    return this.#rooms.open(announced, (bytes, others) => {
      const isAlone = this.#requests === 0 && others === 0;
      if (isAlone || !this.#isTooMuch(bytes + others, 'large')) return null;
      return this.#refusalWithRetryAfter(this.#bytesWaiting(others), 'large', ahead);
    });
  }

  /** Why a request that is there, whose room is free again, is refused; null where it is to be taken. */
  refusalOf(load: Load, ahead: Ahead): ApiError | null {
    return this.#requests === 0 ? null : this.#refusal(load, ahead, 0);
  }

  /** `reading`: bytes of bodies that are being read and were there before it. */
  #refusal(load: Load, ahead: Ahead, reading: number): ApiError | null {
    const lane = laneOf(load);
    const why = this.#whyNot(load, lane, ahead, reading);
    if (why === null) return null;
    this.#turnedAway.add(costOf(load.items > 0 ? load : asItems(load.bytes)));
    return this.#refusalWithRetryAfter(why, lane, ahead);
  }

  #whyNot(load: Load, lane: Lane, ahead: Ahead, reading: number): string | null {
    const { channel_capacity, buffer_max_spans } = this.#limits;
    if (this.#requests >= channel_capacity) return `${this.#requests} requests are waiting`;
    if (this.#isTooMuch(load.bytes + reading, lane)) return this.#bytesWaiting(reading);
    if (this.#load.items + load.items > buffer_max_spans * SHARES[lane])
      return `${this.#load.items} spans and records are waiting`;
    // What is being read is mostly large.
    const before = ahead[lane] + (lane === 'large' ? costOf(asItems(reading)) : 0);
    const waitMs = this.#pace.msFor(before);
    return waitMs > LONGEST_WAIT_MS[lane] ? `what is waiting takes ${Math.ceil(waitMs / 1000)} s` : null;
  }

  #bytesWaiting(reading: number): string {
    const { bytes } = this.#load;
    return reading === 0
      ? `${bytes} bytes are waiting`
      : `${bytes + reading} bytes are waiting or being read`;
  }

  #isTooMuch(bytes: number, lane: Lane): boolean {
    return this.#load.bytes + bytes > this.#limits.buffer_max_bytes * SHARES[lane];
  }

  /** When to try again: when there will be room for it and for others that were refused, and not all at the same moment. */
  #refusalWithRetryAfter(why: string, lane: Lane, ahead: Ahead): ApiError {
    const waitS = this.#pace.msFor(ahead[lane] + this.#turnedAway.cost) / 1000;
    const seconds = Math.round(waitS * (0.5 + 0.5 * Math.random()));
    return bufferFull(why, Math.min(Math.max(1, seconds), LONGEST_REST_S[lane]));
  }
}

/** A body of so many bytes, of which nothing else is known: an item takes about a kilobyte. */
const asItems = (bytes: number): Load => ({ items: bytes / 1024, bytes });

export const bufferFull = (why: string, retryAfterSeconds?: number): ApiError =>
  new ApiError('BUFFER_FULL', `${why}, try again later`, { retryAfterSeconds });
