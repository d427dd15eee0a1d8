import type { SpanDetail } from '../../../../collector/contract/spans.ts';
import { spanErrors } from '../../../lib/span-errors.ts';
import { ErrorPart } from '../../../ui/conversation/ErrorPart.tsx';

export function SpanErrors({ span }: { readonly span: SpanDetail }) {
  const errors = spanErrors(span);
  if (errors.length === 0) return null;
  return (
    <section aria-label="Errors" className="grid gap-2">
      {errors.map((error, index) => (
        <ErrorPart key={index} part={error} />
      ))}
    </section>
  );
}
