import { CircleAlert, RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './Button.tsx';

/** Says what failed and offers to try again. */
export function ErrorState({
  title,
  error,
  onRetry,
}: {
  readonly title: string;
  readonly error: Error;
  readonly onRetry?: () => void;
}) {
  return (
    <div role="alert" className="flex flex-col items-center gap-3 px-6 py-12 text-center">
      <CircleAlert size={22} className="text-error" aria-hidden />
      <div>
        <p className="font-semibold">{title}</p>
        <p className="mt-0.5 max-w-lg text-sm text-ink-2">{error.message}</p>
      </div>
      {onRetry !== undefined && (
        <Button onClick={onRetry}>
          <RotateCw size={13} aria-hidden className="text-ink-3" /> Try again
        </Button>
      )}
    </div>
  );
}

/** Says that there is nothing, and what to do next. */
export function EmptyState({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  return (
    <div className="flex flex-col items-center gap-1.5 px-6 py-12 text-center text-sm text-ink-2">
      <p className="text-md font-semibold wrap-anywhere text-ink">{title}</p>
      {children}
    </div>
  );
}
