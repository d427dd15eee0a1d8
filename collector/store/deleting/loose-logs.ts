import type { WritableDatabase } from '../file/database.ts';
import type { LogDeletion } from './log-deletion.ts';

/** Records that are looked at in one piece, and chunks that are written anew for them. */
const PIECE = 256;
const MAX_CHUNKS = 16;

interface Seen {
  readonly id: number;
  /** Digits. */
  readonly time: string;
  readonly hash: Buffer;
  readonly chunk: number;
  readonly held: number;
}

interface Place {
  readonly time: bigint;
  readonly hash: Buffer;
}
const BEGINNING: Place = { time: -(2n ** 63n), hash: Buffer.alloc(0) };

/**
 * Takes away log records that belong to no stored trace, the oldest of each project first. The others go with their
 * trace. One object walks once past every record: how many belong to traces must not matter to a step.
 */
export class LooseLogs {
  readonly #deletion: LogDeletion;
  readonly #onLess: (project: number) => void;
  readonly #nextProject;
  readonly #older;
  readonly #places = new Map<number, Place>();
  #project = 0;

  /** `onLess` is told the project's id when something of it went. */
  constructor(database: WritableDatabase, deletion: LogDeletion, onLess: (project: number) => void) {
    this.#deletion = deletion;
    this.#onLess = onLess;
    this.#nextProject = database
      .prepare<[number], number>('SELECT MIN(id) FROM projects WHERE id >= ?')
      .pluck();
    this.#older = database.prepare<[number, bigint, Buffer, bigint, number], Seen>(
      `SELECT id, CAST(time_ns AS TEXT) AS time, hash, chunk, EXISTS (SELECT 1 FROM traces
         WHERE traces.project = log_records.project AND traces.trace_id = log_records.trace_id) AS held
       FROM log_records WHERE project = ? AND (time_ns, hash) > (?, ?) AND time_ns <= ?
       ORDER BY time_ns, hash LIMIT ?`,
    );
  }

  /** Looks at some up to a time; false when it has seen all of them. The time may be later from call to call. */
  removeSome(through: bigint): boolean {
    for (;;) {
      const project = this.#nextProject.get(this.#project) ?? null;
      if (project === null) {
        this.#project = 0;
        return false;
      }
      this.#project = project;
      if (this.#removeOf(project, through)) return true;
      this.#project++;
    }
  }

  #removeOf(project: number, through: bigint): boolean {
    const { time, hash } = this.#places.get(project) ?? BEGINNING;
    const ids: number[] = [];
    const chunks = new Set<number>();
    const rows = this.#older.all(project, time, hash, through, PIECE);
    for (const row of rows) {
      if (row.held === 0) {
        if (chunks.size === MAX_CHUNKS && !chunks.has(row.chunk)) break;
        chunks.add(row.chunk);
        ids.push(row.id);
      }
      this.#places.set(project, { time: BigInt(row.time), hash: row.hash });
    }
    if (ids.length > 0) {
      this.#deletion.remove(ids, chunks);
      this.#onLess(project);
    }
    return rows.length > 0;
  }
}
