import type { WritableDatabase } from '../database.ts';

/** The columns of a trace that its session sums up. */
interface SessionTrace {
  user_id: string | null;
  environment: string | null;
  service_name: string | null;
  framework: string | null;
  span_count: bigint;
  error_count: bigint;
  input_tokens: bigint;
  output_tokens: bigint;
  total_tokens: bigint;
  total_cost: bigint;
  models: string;
  agents: string;
  input_preview: string | null;
  output_preview: string | null;
  start_ns: bigint;
  end_ns: bigint;
}

const SUMS = [
  'span_count',
  'error_count',
  'input_tokens',
  'output_tokens',
  'total_tokens',
  'total_cost',
] as const;

const SUMMED = [
  'user_id',
  'environment',
  'service_name',
  'framework',
  ...SUMS,
  'models',
  'agents',
  'input_preview',
  'output_preview',
  'start_ns',
  'end_ns',
] as const satisfies readonly (keyof SessionTrace)[];

/**
 * The rows of sessions. A session is summed up anew from its traces' rows whenever one of them changes: what it shows
 * is a recount by construction.
 */
export class SessionRows {
  readonly #find;
  readonly #insert;
  readonly #update;
  readonly #delete;
  readonly #traces;

  constructor(database: WritableDatabase) {
    this.#find = database
      .prepare<[number, string], number>('SELECT id FROM sessions WHERE project = ? AND session_id = ?')
      .pluck();
    this.#insert = database.prepare(
      `INSERT INTO sessions (project, session_id, start_ns, end_ns, trace_count, ${SUMS.join(', ')}, models, agents, frameworks)
       VALUES (?, ?, 0, 0, 0, ${SUMS.map(() => '0').join(', ')}, '[]', '[]', '[]')`,
    );
    this.#update = database.prepare(
      `UPDATE sessions SET user_id = ?, environment = ?, service_name = ?, input_preview = ?, output_preview = ?,
         start_ns = ?, listed_ns = COALESCE(listed_ns, ?), end_ns = ?, trace_count = ?, models = ?, agents = ?, frameworks = ?,
         ${SUMS.map((name) => `${name} = ?`).join(', ')}
       WHERE id = ?`,
    );
    this.#delete = database.prepare('DELETE FROM sessions WHERE id = ?');
    this.#traces = database
      .prepare<[number], SessionTrace>(
        `SELECT ${SUMMED.join(', ')} FROM traces WHERE session = ? ORDER BY start_ns, trace_id`,
      )
      .safeIntegers();
  }

  /** The id of the session's row, made where it is missing. */
  idOf(project: number, sessionId: string): { id: number; isNew: boolean } {
    const id = this.#find.get(project, sessionId);
    if (id !== undefined) return { id, isNew: false };
    return { id: Number(this.#insert.run(project, sessionId).lastInsertRowid), isNew: true };
  }

  /** Sums the session up again; without traces it goes, and the answer is false. */
  recount(id: number): boolean {
    const sum = summarize(this.#traces.iterate(id));
    if (sum === null) {
      this.#delete.run(id);
      return false;
    }
    this.#update.run(...sum, id);
    return true;
  }
}

function summarize(traces: Iterable<SessionTrace>): unknown[] | null {
  const sums = SUMS.map(() => 0n);
  const models = new Set<string>();
  const agents = new Set<string>();
  const frameworks = new Set<string>();
  let first: SessionTrace | null = null;
  let start = 0n;
  let end = 0n;
  let count = 0;
  const seen = { user: null, environment: null, service: null, input: null, output: null } as Record<
    string,
    string | null
  >;
  for (const trace of traces) {
    if (first === null) start = trace.start_ns;
    if (first === null || trace.end_ns > end) end = trace.end_ns;
    first ??= trace;
    count++;
    SUMS.forEach((name, i) => (sums[i] = sums[i]! + trace[name]));
    for (const model of JSON.parse(trace.models) as string[]) models.add(model);
    for (const agent of JSON.parse(trace.agents) as string[]) agents.add(agent);
    if (trace.framework !== null) frameworks.add(trace.framework);
    seen['user'] ??= trace.user_id;
    seen['environment'] ??= trace.environment;
    seen['service'] ??= trace.service_name;
    seen['input'] ??= trace.input_preview;
    seen['output'] = trace.output_preview ?? seen['output']!;
  }
  if (first === null) return null;
  const lists = [models, agents, frameworks].map((set) => JSON.stringify([...set].sort().slice(0, 100)));
  const { user, environment, service, input, output } = seen;
  const times = [start, start, end];
  return [user, environment, service, input, output, ...times, count, ...lists, ...sums.map(bounded)];
}

/** Untrusted numbers must not drive a sum past what a column holds: there it stays. */
export const MOST_OF_A_SESSION = 2n ** 62n;
const bounded = (sum: bigint): bigint => (sum < MOST_OF_A_SESSION ? sum : MOST_OF_A_SESSION);
