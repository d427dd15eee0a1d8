import type { RowName } from './session-names.ts';
import type { TraceColumns } from './trace-summary.ts';

export const SUMS = [
  'spanCount',
  'errorCount',
  'inputTokens',
  'outputTokens',
  'totalTokens',
  'totalCost',
  'unpricedCallCount',
] as const;

/** Untrusted numbers must not drive a sum past what a column holds: there it stays. */
export const MOST_OF_A_SESSION = 2n ** 62n;

/** What comes from the first trace that has it, or from the last: under its own name, with where that trace starts. */
export const SHOWN = [
  { value: 'userId', at: 'userAt', isLast: false },
  { value: 'environment', at: 'environmentAt', isLast: false },
  { value: 'serviceName', at: 'serviceAt', isLast: false },
  { value: 'inputPreview', at: 'inputAt', isLast: false },
  { value: 'outputPreview', at: 'outputAt', isLast: true },
] as const;
export type Shown = (typeof SHOWN)[number];

/** Each kind of name by the column of a trace's row that says it. */
const NAMED_BY = {
  trace_name: 'traceName',
  models: 'models',
  agents: 'agents',
  frameworks: 'framework',
} as const satisfies Record<RowName, keyof TraceColumns>;
type List = Exclude<RowName, 'trace_name'>;

export const SUMMED = [
  ...SUMS,
  ...SHOWN.map(({ value }) => value),
  ...Object.values(NAMED_BY),
  'startNs',
  'endNs',
] as const;

/** What a session sums up of a trace's row. Integers that are read from a row are bigint. */
export type SummedTrace = Pick<TraceColumns, Exclude<(typeof SUMMED)[number], (typeof SUMS)[number]>> &
  Readonly<Record<(typeof SUMS)[number], number | bigint>>;

/** What is kept of a session. Without traces it has no times yet. */
export type SessionColumns = { traceCount: bigint; startNs: bigint | null; endNs: bigint | null } & Record<
  (typeof SUMS)[number],
  bigint
> &
  Record<Shown['value'], string | null> &
  Record<Shown['at'], bigint | null> &
  Record<List, string>;

/** What only the other traces of the session tell, once a change has taken it away. */
export type Lost = 'sums' | 'startNs' | 'endNs' | List | Shown;

/** One trace more, less, or other than before, of a session. */
export interface TraceChange {
  readonly before: SummedTrace | null;
  readonly after: SummedTrace | null;
}

/** Takes changes of traces into what is kept of their session, and says what must be looked up again. */
export class SessionSum {
  readonly columns: SessionColumns;
  readonly lost = new Set<Lost>();

  constructor(columns: SessionColumns) {
    this.columns = columns;
  }

  /** `onName` is told of the names that one trace more or less has. */
  replace(
    { before, after }: TraceChange,
    onName: (traces: 1 | -1, kind: RowName, name: string) => void,
  ): void {
    const { columns } = this;
    if (before === null) columns.traceCount++;
    if (after === null) columns.traceCount--;
    this.#add(before, after);
    this.#see('startNs', before, after, (a, b) => a < b);
    this.#see('endNs', before, after, (a, b) => a > b);
    for (const shown of SHOWN) this.#show(shown, before, after);
    for (const kind of Object.keys(NAMED_BY) as RowName[]) {
      const [gone, come] = [before, after].map((trace) => namesOf(kind, trace));
      if (before?.[NAMED_BY[kind]] === after?.[NAMED_BY[kind]]) continue;
      for (const name of gone!) onName(-1, kind, name);
      for (const name of come!) onName(1, kind, name);
      if (kind === 'trace_name') continue;
      const isKnown = (name: string): boolean => (JSON.parse(columns[kind]) as string[]).includes(name);
      if (gone!.length > 0 || !come!.every(isKnown)) this.lost.add(kind);
    }
  }

  #add(before: SummedTrace | null, after: SummedTrace | null): void {
    for (const name of SUMS) {
      const sum = this.columns[name];
      this.columns[name] = sum + BigInt(after?.[name] ?? 0) - BigInt(before?.[name] ?? 0);
      if (sum >= MOST_OF_A_SESSION || this.columns[name] >= MOST_OF_A_SESSION) this.lost.add('sums');
    }
  }

  #see(
    time: 'startNs' | 'endNs',
    before: SummedTrace | null,
    after: SummedTrace | null,
    isPast: (a: bigint, b: bigint) => boolean,
  ): void {
    const kept = this.columns[time];
    if (after !== null && (kept === null || isPast(after[time], kept))) this.columns[time] = after[time];
    else if (before?.[time] === kept && after?.[time] !== kept) this.lost.add(time);
  }

  #show(shown: Shown, before: SummedTrace | null, after: SummedTrace | null): void {
    const { value, at, isLast } = shown;
    const from = this.columns[at];
    const isPast = (time: bigint): boolean => from === null || (isLast ? time > from : time < from);
    // Of those that start at one time the trace's id decides, which is looked up.
    const isThere = (trace: SummedTrace | null): boolean =>
      trace !== null && trace[value] !== null && trace.startNs === from;
    if (after !== null && after[value] !== null && isPast(after.startNs)) {
      this.columns[value] = after[value];
      this.columns[at] = after.startNs;
    } else if (isThere(before) || isThere(after)) this.lost.add(shown);
  }
}

function namesOf(kind: RowName, trace: SummedTrace | null): string[] {
  const said = trace?.[NAMED_BY[kind]] ?? null;
  if (said === null) return [];
  return kind === 'models' || kind === 'agents' ? (JSON.parse(said) as string[]) : [said];
}
