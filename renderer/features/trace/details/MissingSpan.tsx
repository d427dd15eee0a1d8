import { showHidden } from '../../../lib/text.ts';
import type { Progress } from '../../../lib/progress.ts';
import { EmptyState } from '../../../ui/notices/States.tsx';
import { useIsOpen } from '../../../ui/traces/use-progress.ts';

/** In place of what a span told, where an address names one that has not come. */
export function MissingSpan({ spanId, trace }: { readonly spanId: string; readonly trace: Progress }) {
  return (
    <EmptyState title={missingSpanText(useIsOpen(trace))}>
      <p className="wrap-anywhere">
        The address names <code>{showHidden(spanId)}</code>. Should that span still come, it shows here.
      </p>
    </EmptyState>
  );
}

/** Of a trace that is still open spans are known to be missing: this may be one of them. */
export function missingSpanText(mayCome: boolean): string {
  return mayCome ? 'This span is not in this trace yet' : 'This span is not in this trace';
}
