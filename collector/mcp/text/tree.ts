import { costWords, countOf, dollarsInFull } from '../../contract/words.ts';
import type { TreeRow } from '../../contract/spans.ts';
import type { TraceSummary, TraceTreeDetail } from '../../contract/traces.ts';
import { MAX_CHARACTERS, bounded, fitting, oneLine } from './bounds.ts';

/** Which of the spans are told. */
export interface Part {
  /** The place of the first of them in the tree, from 1. */
  readonly from: number;
  readonly limit: number;
}

/** Levels: deeper, a line would be more space than words. */
const MAX_INDENT = 30;

/** Characters for the sums and names of the whole trace, of which there may be any number. */
const MAX_HEAD = 10_000;

/** A trace as a head of its sums and a line a span. */
export function treeText(trace: TraceTreeDetail, { from, limit }: Part): string {
  const { spans } = trace;
  if (from > spans.length) return `It has ${countOf(spans.length, 'span')}, and no span ${from}.`;
  const head = bounded(headOf(trace).join('\n'), 'the rest stands at its spans', MAX_HEAD);
  const columns = 'span_id           start  duration  what it is';
  const start = Date.parse(trace.start_time);
  const lines = spans.slice(from - 1, from - 1 + limit).map((span) => spanLine(span, start));
  const told = fitting(lines, MAX_CHARACTERS - head.length);
  const last = from + told.length - 1;
  const rest =
    last < spans.length
      ? [`… ${countOf(spans.length - last, 'more span')}: get_trace with from_span=${last + 1}`]
      : [];
  return [head, '', columns, ...told, ...rest].join('\n');
}

function headOf(trace: TraceSummary): string[] {
  const { session_id, user_id, environment, service_name, framework, models, agents } = trace;
  const counts = [
    countOf(trace.span_count, 'span'),
    countOf(trace.llm_call_count, 'model call'),
    countOf(trace.tool_call_count, 'tool call'),
    countOf(trace.error_count, 'error'),
  ];
  const facts = Object.entries({ session_id, user_id, environment, service_name, framework })
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name} ${oneLine(value!)}`);
  const names = Object.entries({ models, agents })
    .filter(([, values]) => values.length > 0)
    .map(([name, values]) => `${name} ${values.map((value) => oneLine(value)).join(', ')}`);
  return [
    `Trace ${trace.trace_id} · ${oneLine(trace.trace_name)}`,
    `${trace.start_time}, ${milliseconds(trace.duration_ms)} ms · ${counts.join(', ')}`,
    `${trace.input_tokens} input and ${trace.output_tokens} output tokens · cost ${costWords(trace.total_cost, trace.unpriced_call_count)}`,
    ...facts,
    ...names,
    ...openness(trace),
  ];
}

function openness({ is_complete, running_span_count: running }: TraceSummary): string[] {
  if (running > 0)
    return [`${countOf(running, 'span')} of it still ran when last told of: its times are those so far.`];
  return is_complete ? [] : ['It is not complete: its root or a parent has not come.'];
}

const milliseconds = (ms: number): string => String(Math.round(ms * 10) / 10);

function spanLine(span: TreeRow, traceStart: number): string {
  const offset = milliseconds(Date.parse(span.timestamp_start) - traceStart);
  const indent = '  '.repeat(Math.min(span.depth, MAX_INDENT));
  const duration = span.state === 'running' ? 'running' : milliseconds(span.duration_ms);
  const kind = span.observation_type === 'span' ? span.span_category : span.observation_type;
  const more = [
    span.model,
    span.tool_name,
    span.agent_name,
    span.total_tokens > 0 ? `${span.input_tokens}+${span.output_tokens} tokens` : null,
    span.total_cost > 0 ? dollarsInFull(span.total_cost) : null,
    span.has_error ? `ERROR${span.error_preview === null ? '' : `: ${span.error_preview}`}` : null,
  ].filter((text) => text !== null && text !== '' && text !== span.span_name);
  const words = [span.span_name, ...more.map(String)].map((text) => oneLine(text));
  return `${span.span_id}  ${offset.padStart(5)}  ${duration.padStart(8)}  ${indent}${kind} ${words.join(' · ')}`;
}
