import type { SpanDetail } from '../../../collector/contract/spans.ts';
import { spanErrors } from '../../lib/span-errors.ts';
import { ErrorPart } from '../conversation/ErrorPart.tsx';

type Props = { readonly span: SpanDetail; readonly className?: string };

/** What went wrong in a span; nothing of one that is well. */
export function SpanErrors({ span, className = '' }: Props) {
  const errors = spanErrors(span);
  if (errors.length === 0) return null;
  return (
    <section aria-label="Errors" className={`grid gap-2 ${className}`}>
      {errors.map((error, index) => (
        <ErrorPart key={index} part={error} />
      ))}
    </section>
  );
}
