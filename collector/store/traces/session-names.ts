import type { WritableDatabase } from '../file/database.ts';
import { planOnce } from '../plan-once.ts';
import { RowBatch } from '../writing/row-batch.ts';
import type { Facet } from './trace-facets.ts';

/** What the rows of a session's traces say; a session shows all but the first in one list each. */
export type RowName = 'trace_name' | 'models' | 'agents' | 'frameworks';

/** Of what their spans carry, what sessions are offered by. */
const FACETS: ReadonlySet<string> = new Set<Facet>([
  'tag',
  'framework',
  'model',
  'agent',
  'tool',
  'status_code',
]);

/** Names that a session shows of one kind. */
const MAX_SHOWN = 100;

interface Change {
  readonly project: number;
  readonly session: number;
  readonly field: string;
  readonly value: string;
  traces: number;
}

/** How many traces of a session have a name, kept in the caller's transaction. How many sessions do follows in the database. */
export class SessionNames {
  readonly #more;
  readonly #less;
  readonly #dropUnused;
  readonly #shown;
  readonly #changes = new Map<string, Change>();

  constructor(database: WritableDatabase) {
    this.#more = new RowBatch(
      database,
      'INSERT INTO names_in_sessions (session, field, value, project, traces)',
      5,
      'ON CONFLICT DO UPDATE SET traces = traces + excluded.traces',
    );
    const name = 'WHERE session = ? AND field = ? AND value = ?';
    this.#less = database
      .prepare<[number, number, string, string], number>(
        `UPDATE names_in_sessions SET traces = traces + ? ${name} RETURNING traces`,
      )
      .pluck();
    this.#dropUnused = database.prepare(`DELETE FROM names_in_sessions ${name}`);
    this.#shown = database
      .prepare<[number, string], string>(
        planOnce(
          `SELECT value FROM names_in_sessions WHERE session = ? AND field = ? ORDER BY value LIMIT ${MAX_SHOWN}`,
        ),
      )
      .pluck();
  }

  /** After a rollback. */
  reset(): void {
    this.#changes.clear();
    this.#more.reset();
  }

  /** One trace of the session more, or less, has this name. */
  add(traces: 1 | -1, project: number, session: number, field: RowName | Facet, value: string): void {
    const key = `${session}/${field}/${value}`;
    const change = this.#changes.get(key);
    if (change) change.traces += traces;
    else this.#changes.set(key, { project, session, field, value, traces });
  }

  /** One trace more, or less, whose spans carry this name. Only those that sessions are offered by count, and only in a session. */
  addFacet(traces: 1 | -1, project: number, session: number | null, facet: Facet, value: string): void {
    if (session !== null && FACETS.has(facet)) this.add(traces, project, session, facet, value);
  }

  /** Writes what has changed. */
  flush(): void {
    for (const { project, session, field, value, traces } of this.#changes.values())
      if (traces > 0) this.#more.add(session, field, value, project, traces);
      else if (traces < 0 && this.#less.get(traces, session, field, value) === 0)
        this.#dropUnused.run(session, field, value);
    this.#more.flush();
    this.#changes.clear();
  }

  /** Of what is written: the names of a list that a session shows, as JSON. */
  shown(session: number, list: Exclude<RowName, 'trace_name'>): string {
    return JSON.stringify(this.#shown.all(session, list).sort());
  }
}
