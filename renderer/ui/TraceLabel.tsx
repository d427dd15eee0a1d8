import type { TraceSummary } from '../../collector/contract/traces.ts';
import { nameLabels } from '../lib/span-labels.ts';
import { firstLine } from '../lib/text.ts';

/** A trace in a line of a menu: its name, which all runs of one agent share, and what was asked. */
export function TraceLabel({ trace }: { readonly trace: TraceSummary }) {
  return (
    <>
      {nameLabels(trace.trace_name).name}{' '}
      <bdi className="text-ink-3">{firstLine(trace.input_preview ?? '')}</bdi>
    </>
  );
}
