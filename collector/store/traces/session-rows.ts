import { columnName, selectColumns } from '../rows/columns.ts';
import type { WritableDatabase } from '../file/database.ts';
import { planOnce } from '../plan-once.ts';
import type { ProjectEntry, ProjectRows } from '../writing/project-rows.ts';
import type { SessionNames } from './session-names.ts';
import {
  MOST_OF_A_SESSION,
  SHOWN,
  SUMMED,
  SUMS,
  SessionSum,
  type Lost,
  type SessionColumns,
  type Shown,
  type SummedTrace,
  type TraceChange,
} from './session-sum.ts';

/** A trace's row as part of its session. */
export interface TraceInSession {
  readonly session: number;
  readonly trace: SummedTrace;
}

const COLUMNS = [
  'traceCount',
  'startNs',
  'endNs',
  ...SUMS,
  ...SHOWN.flatMap(({ value, at }) => [value, at]),
  'models',
  'agents',
  'frameworks',
] as const satisfies readonly (keyof SessionColumns)[];

interface Changed {
  readonly project: number;
  readonly traces: TraceChange[];
}

/**
 * The rows of sessions, kept in the caller's transaction by what changes of their traces: one more costs a session of many
 * no more than one of a few. What a change takes away is looked up among the others.
 */
export class SessionRows {
  readonly #names: SessionNames;
  readonly #projects: ProjectRows;
  readonly #find;
  readonly #lastId;
  readonly #insert;
  readonly #read;
  readonly #update;
  readonly #delete;
  readonly #trace;
  readonly #sums;
  readonly #start;
  readonly #end;
  readonly #shown;
  readonly #changed = new Map<number, Changed>();
  #nextId = 0;

  constructor(database: WritableDatabase, projects: ProjectRows, names: SessionNames) {
    this.#projects = projects;
    this.#names = names;
    this.#find = database
      .prepare<[number, string], number>('SELECT id FROM sessions WHERE project = ? AND session_id = ?')
      .pluck();
    // Not that of one that is gone while names of its deleted traces still leave it.
    this.#lastId = database
      .prepare<[], number>(
        `SELECT COALESCE(MAX(id), 0) FROM (SELECT MAX(id) AS id FROM sessions UNION ALL SELECT MAX(session) FROM doomed_traces)`,
      )
      .pluck();
    this.#insert = database.prepare(
      `INSERT INTO sessions (id, project, session_id, start_ns, end_ns, trace_count, ${SUMS.map(columnName).join(', ')}, models, agents, frameworks)
       VALUES (?, ?, ?, 0, 0, 0, ${SUMS.map(() => '0').join(', ')}, '[]', '[]', '[]')`,
    );
    this.#read = database
      .prepare<[number], SessionColumns>(`SELECT ${selectColumns(COLUMNS)} FROM sessions WHERE id = ?`)
      .safeIntegers();
    this.#update = database.prepare(
      `UPDATE sessions SET listed_ns = COALESCE(listed_ns, ?), ${COLUMNS.map((name) => `${columnName(name)} = ?`).join(', ')}
       WHERE id = ?`,
    );
    this.#delete = database.prepare('DELETE FROM sessions WHERE id = ?');
    this.#trace = database
      .prepare<[number], SummedTrace & { readonly session: bigint }>(
        `SELECT session, ${selectColumns(SUMMED)} FROM traces WHERE id = ? AND session IS NOT NULL`,
      )
      .safeIntegers();
    const ofSession = (what: string) => planOnce(`SELECT ${what} FROM traces WHERE session = ?`);
    this.#sums = database
      .prepare<[number], Record<(typeof SUMS)[number], bigint>>(ofSession(selectColumns(SUMS)))
      .safeIntegers();
    this.#start = database.prepare<[number], bigint>(ofSession('MIN(start_ns)')).pluck().safeIntegers();
    this.#end = database.prepare<[number], bigint>(ofSession('MAX(end_ns)')).pluck().safeIntegers();
    this.#shown = new Map(
      SHOWN.map((shown) => {
        const [name, direction] = [columnName(shown.value), shown.isLast ? 'DESC' : 'ASC'];
        const sql = `${ofSession(`${name} AS value, start_ns AS at`)} AND ${name} IS NOT NULL
          ORDER BY start_ns ${direction}, trace_id ${direction} LIMIT 1`;
        return [shown, database.prepare<[number], { value: string; at: bigint }>(sql).safeIntegers()];
      }),
    );
    this.reset();
  }

  /** After a rollback. */
  reset(): void {
    this.#changed.clear();
    this.#nextId = (this.#lastId.get() ?? 0) + 1;
  }

  /** The id of the session's row, made where it is missing. */
  idOf(project: ProjectEntry, sessionId: string): number {
    const known = this.#find.get(project.id, sessionId);
    if (known !== undefined) return known;
    this.#projects.addSessions(project, 1);
    const id = this.#nextId++;
    this.#insert.run(id, project.id, sessionId);
    return id;
  }

  /** What stands in the row of this trace; null where it is of no session. */
  read(trace: number): TraceInSession | null {
    const row = this.#trace.get(trace);
    return row ? { session: Number(row.session), trace: row } : null;
  }

  /** The row of a trace has changed; null where it was, or is, of no session. */
  replace(project: number, before: TraceInSession | null, after: TraceInSession | null): void {
    if (before?.session === after?.session)
      this.#note(project, before?.session, { before: before?.trace ?? null, after: after?.trace ?? null });
    else {
      this.#note(project, before?.session, { before: before?.trace ?? null, after: null });
      this.#note(project, after?.session, { before: null, after: after?.trace ?? null });
    }
  }

  #note(project: number, session: number | undefined, change: TraceChange): void {
    if (session === undefined) return;
    const changed = this.#changed.get(session);
    if (changed) changed.traces.push(change);
    else this.#changed.set(session, { project, traces: [change] });
  }

  /** Writes what has changed, when the rows of all traces are written. A session without traces goes. */
  flush(): void {
    const sums: [number, SessionSum][] = [];
    for (const [id, { project, traces }] of this.#changed) {
      const columns = this.#read.get(id);
      if (!columns) throw new Error(`session ${id} is missing`);
      const isNew = columns.traceCount === 0n;
      const sum = new SessionSum(isNew ? { ...columns, startNs: null, endNs: null } : columns);
      for (const change of traces)
        sum.replace(change, (more, kind, name) => this.#names.add(more, project, id, kind, name));
      sums.push([id, sum]);
    }
    this.#names.flush();
    for (const [id, sum] of sums) this.#write(id, sum);
    this.#changed.clear();
  }

  #write(id: number, { columns, lost }: SessionSum): void {
    if (columns.traceCount === 0n) {
      this.#delete.run(id);
      this.#projects.addSessions(this.#projects.stored(this.#changed.get(id)!.project), -1);
      return;
    }
    for (const what of lost) this.#lookUp(id, columns, what);
    this.#update.run(
      columns.startNs,
      COLUMNS.map((name) => columns[name]),
      id,
    );
  }

  #lookUp(id: number, columns: SessionColumns, what: Lost): void {
    if (typeof what === 'object') this.#showAgain(id, columns, what);
    else if (what === 'sums') this.#sumUp(id, columns);
    else if (what === 'startNs') columns.startNs = this.#start.get(id) ?? null;
    else if (what === 'endNs') columns.endNs = this.#end.get(id) ?? null;
    else columns[what] = this.#names.shown(id, what);
  }

  #showAgain(id: number, columns: SessionColumns, shown: Shown): void {
    const found = this.#shown.get(shown)!.get(id);
    columns[shown.value] = found?.value ?? null;
    columns[shown.at] = found?.at ?? null;
  }

  #sumUp(id: number, columns: SessionColumns): void {
    for (const name of SUMS) columns[name] = 0n;
    for (const trace of this.#sums.iterate(id)) for (const name of SUMS) columns[name] += trace[name];
    for (const name of SUMS) if (columns[name] > MOST_OF_A_SESSION) columns[name] = MOST_OF_A_SESSION;
  }
}
