import type { SpanDetail } from '../../../collector/contract/spans.ts';
import { formatCost, formatCount, formatDuration } from '../../lib/format.ts';
import { frameworkLabel } from '../../lib/frameworks.ts';
import { spanKindLabel } from '../../lib/span-kind.ts';
import { durationText } from '../../lib/span-labels.ts';
import { formatExact, parseTime } from '../../lib/time.ts';

export type Fact = { readonly label: string; readonly value: string };
export type FactGroup = { readonly title: string; readonly facts: readonly Fact[] };

type Draft = readonly [label: string, value: string | null | undefined];

/** What is known of a span as labelled texts, in groups; absent values and empty groups are left out. */
export function spanFactGroups(span: SpanDetail, ranMs?: number): FactGroup[] {
  return [
    group('Span', [
      ['Kind', `${spanKindLabel(span)} · ${span.span_kind.toLowerCase()}`],
      ['Status', span.status_code === 'UNSET' ? 'unset' : span.status_code],
      ['Started', formatExact(parseTime(span.timestamp_start))],
      ['Duration', durationText(span, ranMs)],
      [
        'Time to first token',
        span.time_to_first_token_ms === null ? null : formatDuration(span.time_to_first_token_ms),
      ],
      ['Service', span.service_name],
      ['Framework', span.framework === null ? null : frameworkLabel(span.framework)],
      ['Scope', [span.scope.name, span.scope.version].filter((text) => text !== '').join(' ')],
      ['Operation', span.gen_ai_operation_name],
      ['Span id', span.span_id],
      ['Parent', span.parent_span_id],
    ]),
    group('Model', [
      ['Model', span.model],
      ['Requested model', span.gen_ai_request_model === span.model ? null : span.gen_ai_request_model],
      ['Provider', span.gen_ai_system],
      ['Finish reason', span.finish_reasons.join(', ')],
    ]),
    group('Agent', [
      ['Agent', span.agent_name],
      ['Agent id', span.agent_id],
      ['Agent description', span.agent_description],
    ]),
    group('Tool', [
      ['Tool', span.tool_name],
      ['Tool call', span.tool_call_id],
      ['Tool description', span.tool_description],
    ]),
    group('Tokens and cost', usageFacts(span)),
    group('Context', [
      ['Session', span.session_id],
      ['User', span.user_id],
      ['Environment', span.environment],
      ['Tags', span.tags.join(', ')],
    ]),
  ].filter(({ facts }) => facts.length > 0);
}

/** What is counted by no tokens, as images, may have a cost all the same. */
function usageFacts(span: SpanDetail): Draft[] {
  if (span.cost_known) return [...tokenFacts(span), ['Cost', formatCost(span.total_cost)]];
  if (span.total_tokens === 0) return [];
  return [...tokenFacts(span), ['Cost', 'unknown: there is no price for this model']];
}

function tokenFacts(span: SpanDetail): Draft[] {
  if (span.total_tokens === 0) return [];
  const count = (tokens: number): string | null => (tokens === 0 ? null : formatCount(tokens));
  return [
    ['Input', formatCount(span.input_tokens)],
    ['Read from cache', count(span.cache_read_tokens)],
    ['Written to cache', count(span.cache_write_tokens)],
    ['Output', formatCount(span.output_tokens)],
    ['Reasoning', count(span.reasoning_tokens)],
    ['Total', formatCount(span.total_tokens)],
  ];
}

function group(title: string, drafts: readonly Draft[]): FactGroup {
  const facts = drafts.flatMap(([label, value]) =>
    value === null || value === undefined || value === '' ? [] : [{ label, value }],
  );
  return { title, facts };
}
