import type { LastIds, LooseRows } from '../../store/deleting/belongings.ts';
import type { DeletedTrace, Deletion } from '../../store/deleting/deletion.ts';
import type { Retention } from '../../store/deleting/retention.ts';
import type { TraceFinder } from '../../store/traces/trace-finder.ts';
import type { Command, Deleted } from '../jobs.ts';

/** A command on its way. What it dooms is swept by the caller before it is asked for more. */
export interface Task {
  /** Everything else goes first. */
  readonly canWait: boolean;
  /** How much there was of what the command names; settled when it is done. */
  readonly found: number;
  /** Dooms some traces, of many as long as it `hasTime`, and answers what listeners are to hear of it; null when all is done. */
  doomSome(deletion: Deletion, hasTime?: () => boolean): readonly Deleted[] | null;
}

export interface TaskParts {
  readonly finder: TraceFinder;
  readonly retention: Retention;
}

type CommandOf<T extends Command['type']> = Extract<Command, { type: T }>;

/** Traces that are doomed at once. */
const BATCH = 64;
/** The most trace ids that the event of a deleted session carries: of a larger one, listeners to its single traces are not told. */
const MAX_TOLD = 10_000;

export function taskOf(command: Command, parts: TaskParts): Task {
  switch (command.type) {
    case 'delete-trace':
      return new DeleteTrace(command, parts.finder);
    case 'delete-sessions':
      return new DeleteSessions(command, parts.finder);
    case 'delete-project':
      return new DeleteProject(command, parts.finder);
    case 'retain':
      return new Retain(command, parts.retention);
  }
}

function doomAll(deletion: Deletion, ids: readonly number[]): DeletedTrace[] {
  return ids.map((id) => deletion.doom(id)).filter((trace) => trace !== null);
}

/** At least one. */
function doomInTime(deletion: Deletion, ids: readonly number[], hasTime: () => boolean): Deleted[] {
  const traces: DeletedTrace[] = [];
  for (const id of ids) {
    traces.push(...doomAll(deletion, [id]));
    if (!hasTime()) break;
  }
  return traces.map(deletedTrace);
}

/** What somebody has asked for. */
function doomAsked(deletion: Deletion, ids: readonly number[]): DeletedTrace[] {
  const traces = doomAll(deletion, ids);
  if (traces.length > 0) deletion.eraseWords();
  return traces;
}

const deletedTrace = ({ projectId, traceId, sessionId, namesOthers }: DeletedTrace): Deleted => ({
  project_id: projectId,
  trace_id: traceId,
  session_id: sessionId,
  names_others: namesOthers,
});

class DeleteTrace implements Task {
  readonly canWait = false;
  found = 0;
  readonly #command: CommandOf<'delete-trace'>;
  readonly #finder: TraceFinder;
  #hasBegun = false;

  constructor(command: CommandOf<'delete-trace'>, finder: TraceFinder) {
    this.#command = command;
    this.#finder = finder;
  }

  doomSome(deletion: Deletion): readonly Deleted[] | null {
    if (this.#hasBegun) return null;
    this.#hasBegun = true;
    const { projectId, traceId } = this.#command;
    const id = this.#finder.trace(projectId, traceId.toLowerCase());
    if (id === undefined) return null;
    this.found = 1;
    return doomAsked(deletion, [id]).map(deletedTrace);
  }
}

class DeleteSessions implements Task {
  readonly canWait = false;
  found = 0;
  readonly #projectId: string;
  readonly #finder: TraceFinder;
  readonly #sessionIds: string[];
  #through: number | undefined;
  /** Of the session at the end of the list. */
  #traceIds: string[] = [];

  constructor(command: CommandOf<'delete-sessions'>, finder: TraceFinder) {
    this.#projectId = command.projectId;
    this.#finder = finder;
    this.#sessionIds = [...new Set(command.sessionIds)];
  }

  /** Several small sessions at once, so that a chunk that they share is written anew once. */
  doomSome(deletion: Deletion): readonly Deleted[] | null {
    if (this.#sessionIds.length === 0) return null;
    this.#through ??= this.#finder.lastIds().trace;
    const deleted: Deleted[] = [];
    for (let left = BATCH; left > 0 && this.#sessionIds.length > 0;) {
      const ids = this.#finder.ofSession(this.#projectId, this.#sessionIds.at(-1)!, this.#through, left);
      const traces = doomAsked(deletion, ids);
      this.#traceIds.push(...traces.map(({ traceId }) => traceId));
      deleted.push(...traces.filter(({ namesOthers }) => namesOthers).map(deletedTrace));
      // As many as were asked for: there may be more of it.
      if (ids.length < left) deleted.push(...this.#endSession());
      left -= Math.max(ids.length, 1);
    }
    return deleted;
  }

  #endSession(): Deleted[] {
    const [sessionId, traceIds] = [this.#sessionIds.pop()!, this.#traceIds];
    this.#traceIds = [];
    if (traceIds.length === 0) return [];
    this.found++;
    const told = traceIds.length > MAX_TOLD ? {} : { trace_ids: traceIds };
    return [{ project_id: this.#projectId, session_id: sessionId, ...told }];
  }
}

class DeleteProject implements Task {
  readonly canWait = false;
  found = 0;
  readonly #projectId: string;
  readonly #finder: TraceFinder;
  #last: LastIds | undefined;
  #isTold = false;

  constructor(command: CommandOf<'delete-project'>, finder: TraceFinder) {
    this.#projectId = command.projectId;
    this.#finder = finder;
  }

  /** Listeners hear of it when nothing is left to be seen. */
  doomSome(deletion: Deletion): readonly Deleted[] | null {
    if (this.#isTold) return null;
    const project = this.#finder.project(this.#projectId);
    if (project !== undefined) {
      this.found = 1;
      if (this.#removeSome(deletion, project)) return [];
    }
    if (this.found === 0) return null;
    this.#isTold = true;
    return [{ project_id: this.#projectId }];
  }

  #removeSome(deletion: Deletion, project: number): boolean {
    this.#last ??= this.#finder.lastIds();
    const ids = this.#finder.ofProject(project, this.#last.trace, BATCH);
    doomAsked(deletion, ids);
    return ids.length > 0 || deletion.sweepProject(project, this.#last);
  }
}

class Retain implements Task {
  readonly canWait = true;
  /** Traces that are past the bounds. */
  found = 0;
  readonly #command: CommandOf<'retain'>;
  readonly #retention: Retention;
  #isErasing = false;
  #hasTried = false;
  #loose: readonly LooseRows[] | undefined;

  constructor(command: CommandOf<'retain'>, retention: Retention) {
    this.#command = command;
    this.#retention = retention;
  }

  /** What belongs to no trace goes before the traces that ended later. */
  doomSome(deletion: Deletion, hasTime = () => true): readonly Deleted[] | null {
    const { policy, nowMs } = this.#command;
    // Only now: a task is asked again when its last transaction was committed, which may also fail.
    if (this.#isErasing) this.#retention.noteErasing(nowMs);
    deletion.save();
    const past = this.#retention.pastTraces(policy, nowMs);
    if (past.length > 0) {
      this.#isErasing = this.#retention.isErasingDue(policy, nowMs);
      if (this.#isErasing) deletion.eraseWords();
      return this.#doom(deletion, past, hasTime);
    }
    const through = this.#retention.looseThrough(policy, nowMs);
    this.#loose ??= deletion.looseRows();
    if (through !== null && this.#loose.some((rows) => rows.removeSome(through))) return [];
    const oldest = this.#retention.tracesForBytes(policy);
    if (oldest.length === 0) return null;
    // All that is stored would go, and the file stay as large as it is: one trace a run, in case what was wrong is over.
    const { isFutile } = deletion;
    if (isFutile && this.#hasTried)
      throw new Error('otel.retention.max_bytes is not kept: deleting gives no room');
    this.#hasTried = true;
    return this.#doom(deletion, isFutile ? oldest.slice(0, 1) : oldest, hasTime);
  }

  #doom(deletion: Deletion, ids: readonly number[], hasTime: () => boolean): Deleted[] {
    const deleted = doomInTime(deletion, ids, hasTime);
    this.found += deleted.length;
    return deleted;
  }
}
