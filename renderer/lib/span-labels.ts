import type { Span } from '../../collector/contract/spans.ts';
import type { TraceSummary } from '../../collector/contract/traces.ts';
import { formatDuration, formatTick } from './format.ts';
import type { Progress } from './progress.ts';
import { firstLine, showHidden, shownName } from './text.ts';

export type SpanLabels = { readonly name: string; readonly detail: string | null };

/** What the conventions put before the name of a tool or an agent. */
const OPERATIONS: ReadonlySet<string> = new Set([
  'execute_tool',
  'invoke_agent',
  'create_agent',
  'invoke_workflow',
]);

/** A name for a narrow row, which would cut off all that tells `invoke_agent planner` from other agents: they come first. */
export function nameLabels(recorded: string): SpanLabels {
  const name = shownName(recorded);
  const space = name.indexOf(' ');
  const operation = name.slice(0, Math.max(space, 0));
  const named = name.slice(space + 1).trimStart();
  return OPERATIONS.has(operation) && named !== ''
    ? { name: named, detail: operation }
    : { name, detail: null };
}

/** A span's name, and the model, tool or agent behind it where the name does not say it already. */
export function spanLabels(
  span: Pick<Span, 'span_name' | 'model' | 'tool_name' | 'agent_name' | 'span_category'>,
): SpanLabels {
  const labels = nameLabels(span.span_name);
  if (labels.detail !== null) return labels;
  const { name } = labels;
  const hidden = detailOf(span);
  const detail = hidden === null ? null : showHidden(hidden);
  if (detail === null || name === detail) return { name, detail: null };
  if (name.endsWith(` ${detail}`)) return { name: name.slice(0, -detail.length - 1), detail };
  return { name, detail: name.toLowerCase().includes(detail.toLowerCase()) ? null : detail };
}

function detailOf(span: Pick<Span, 'model' | 'tool_name' | 'agent_name' | 'span_category'>): string | null {
  switch (span.span_category) {
    case 'llm':
      return span.model;
    case 'tool':
      return span.tool_name;
    case 'agent':
      return span.agent_name;
    case 'chain':
    case 'db':
    case 'http':
    case 'other':
      return span.model ?? span.tool_name;
  }
}

type SpanTime = Pick<Span, 'duration_ms' | 'state'>;

/**
 * How long a span took. A placeholder of one that has not ended has no duration, whatever its times say: `12 s so far`
 * where it is told for how long it has run, else `running`.
 */
export function durationText({ state, duration_ms }: SpanTime, ranMs?: number): string {
  return state === 'running' ? runningText(ranMs) : formatDuration(duration_ms);
}

/** Also of a trace in which something runs. Clocks differ: what begins after now has just begun. */
function runningText(ranMs = 0): string {
  return ranMs < 1000 ? 'running' : `${formatTick(Math.floor(ranMs / 1000) * 1000)} so far`;
}

export type TraceTime = Progress & Pick<TraceSummary, 'duration_ms' | 'start_time'>;

/**
 * How long a trace took: `4.34 s so far` of one that is open, of which more is to come (progress.ts), `running` where its
 * times say nothing yet. While a span of it runs, `ranMs` tells how long the trace has: its own end is that of the last span
 * that ended.
 */
export function traceTimeText(
  { duration_ms, running_span_count }: Pick<TraceTime, 'duration_ms' | 'running_span_count'>,
  open: boolean,
  ranMs?: number,
): string {
  if (running_span_count > 0) return runningText(ranMs);
  const text = formatDuration(Math.max(0, duration_ms));
  if (!open) return text;
  return duration_ms > 0 ? `${text} so far` : 'running';
}

/** What may stand at a span's bar, the best first: its duration, for a failed one with the reason in short. */
export function barLabels(span: SpanTime & Pick<Span, 'error_preview'>, ranMs?: number): string[] {
  const duration = durationText(span, ranMs);
  const message = span.state === 'done' ? (span.error_preview ?? '') : '';
  if (message === '') return [duration];
  return [`${duration} · ${errorName(message) ?? firstLine(message, 42)}`, duration];
}

/** `TimeoutError` of `TimeoutError: upstream did not answer`; null where a message does not begin with such a name. */
export function errorName(message: string): string | null {
  return /^(?:[\w.]+\.)?([A-Z]\w*(?:Error|Exception|Timeout|Failure))\b/.exec(message)?.[1] ?? null;
}
