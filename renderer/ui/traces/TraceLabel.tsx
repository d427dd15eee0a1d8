import type { TraceSummary } from '../../../collector/contract/traces.ts';
import { nameLabels } from '../../lib/span-labels.ts';
import { firstLine } from '../../lib/text.ts';

/** A trace in a line of a menu: its name, which all runs of one agent share, and what was asked. */
export function TraceLabel({ trace }: { readonly trace: TraceSummary }) {
  return (
    <span className="flex gap-1">
      <span dir="auto" className="max-w-full flex-none truncate">
        {nameLabels(trace.trace_name).name}
      </span>{' '}
      <span dir="auto" className="min-w-0 flex-1 truncate text-left text-ink-3">
        {firstLine(trace.input_preview ?? '')}
      </span>
    </span>
  );
}
