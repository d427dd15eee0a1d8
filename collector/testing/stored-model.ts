import type { Command } from '../ingest/jobs.ts';
import type { SpanRow } from '../store/rows/span-row.ts';
import { num, type Row } from './recount.ts';

/** Spans by trace and span id. */
export type StoredSpans = ReadonlyMap<string, SpanRow>;

/** Spans that a deletion is to take, by their projects. */
type Gone = readonly (readonly [projectId: string, row: SpanRow])[];

const keyOf = (row: SpanRow): string => `${row.traceId} ${row.columns.spanId}`;

/** What should be stored, of each project. */
export class StoredModel {
  readonly #projects = new Map<string, Map<string, SpanRow>>();

  spansOf(projectId: string): StoredSpans {
    return this.#spansOf(projectId);
  }

  #spansOf(projectId: string): Map<string, SpanRow> {
    const spans = this.#projects.get(projectId) ?? new Map<string, SpanRow>();
    this.#projects.set(projectId, spans);
    return spans;
  }

  /** Takes a row in unless it is only the placeholder of what is there; answers whether it did. */
  takeIn(projectId: string, row: SpanRow): boolean {
    const spans = this.#spansOf(projectId);
    const isLate = row.columns.running === 1 && spans.get(keyOf(row))?.columns.running === 0;
    if (!isLate) spans.set(keyOf(row), row);
    return !isLate;
  }

  /** Takes out what the command is to delete, judged by the rows of the traces that are stored, in the order of retention. */
  delete(command: Command, traces: readonly Row[]): Gone {
    const gone: [string, SpanRow][] = [];
    let spans = traces.reduce((sum, trace) => sum + num(trace['span_count']), 0);
    for (const trace of traces) {
      if (!isTaken(command, trace, spans)) continue;
      spans -= num(trace['span_count']);
      const projectId = String(trace['project_id']);
      const its = this.#spansOf(projectId);
      for (const [key, row] of its) {
        if (row.traceId !== trace['trace_id']) continue;
        gone.push([projectId, row]);
        its.delete(key);
      }
    }
    return gone;
  }

  /** After a deletion that was cut off: the spans of these traces, which it had not reached, are there again. */
  restore(gone: Gone, traces: readonly Row[]): void {
    for (const [projectId, row] of gone)
      if (traces.some((trace) => trace['project_id'] === projectId && trace['trace_id'] === row.traceId))
        this.#spansOf(projectId).set(keyOf(row), row);
  }
}

/** `spans`: how many are left. */
function isTaken(command: Command, trace: Row, spans: number): boolean {
  if (command.type === 'retain') return spans > command.policy.maxSpans!;
  if (trace['project_id'] !== command.projectId) return false;
  switch (command.type) {
    case 'delete-project':
      return true;
    case 'delete-trace':
      return command.traceId === trace['trace_id'];
    case 'delete-sessions':
      return command.sessionIds.includes(String(trace['session_id']));
  }
}
