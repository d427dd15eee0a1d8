import { showHidden } from '../../../lib/text.ts';
import { EmptyState } from '../../../ui/notices/States.tsx';

/** In place of what a span told, where an address names one that has not come. */
export function MissingSpan({
  spanId,
  isComplete,
}: {
  readonly spanId: string;
  readonly isComplete: boolean;
}) {
  return (
    <EmptyState title={missingSpanText(isComplete)}>
      <p className="wrap-anywhere">
        The address names <code>{showHidden(spanId)}</code>. Should that span still come, it shows here.
      </p>
    </EmptyState>
  );
}

/** Of a trace that is not complete spans are known to be missing: this may be one of them. */
export function missingSpanText(isComplete: boolean): string {
  return isComplete ? 'This span is not in this trace' : 'This span is not in this trace yet';
}
