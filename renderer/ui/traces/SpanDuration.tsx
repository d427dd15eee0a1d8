import type { Span } from '../../../collector/contract/spans.ts';
import { durationText } from '../../lib/span-labels.ts';
import { useRunTime } from './use-run-time.ts';

type Props = { readonly span: Pick<Span, 'duration_ms' | 'state' | 'timestamp_start'> };

/** How long a span took; of one that runs how long it has, which goes on. */
export function SpanDuration({ span }: Props) {
  return durationText(span, useRunTime(span));
}
