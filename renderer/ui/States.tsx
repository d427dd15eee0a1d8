import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { TryAgain } from './TryAgain.tsx';

/** Says what failed and offers to try again, where that may help. */
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
      {onRetry !== undefined && <TryAgain error={error} onRetry={onRetry} />}
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
