import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { TryAgain } from './TryAgain.tsx';

type ErrorProps = {
  readonly title: string;
  /** It stands for the whole page, which is called what it says. */
  readonly isPage?: boolean;
  readonly error: Error;
  readonly onRetry?: () => void;
};

/** Says what failed and offers to try again, where that may help. */
export function ErrorState({ title, isPage = false, error, onRetry }: ErrorProps) {
  const Title = isPage ? 'h1' : 'p';
  return (
    <div role="alert" className="flex flex-col items-center gap-3 px-6 py-12 text-center wrap-anywhere">
      <CircleAlert size={22} className="text-error" aria-hidden />
      <div>
        <Title className="font-semibold">{title}</Title>
        <p className="mt-0.5 max-w-lg text-sm text-ink-2">{error.message}</p>
      </div>
      {onRetry !== undefined && <TryAgain error={error} onRetry={onRetry} />}
    </div>
  );
}

type EmptyProps = Pick<ErrorProps, 'title' | 'isPage'> & { readonly children?: ReactNode };

/** Says that there is nothing, and what to do next. */
export function EmptyState({ title, isPage = false, children }: EmptyProps) {
  const Title = isPage ? 'h1' : 'p';
  return (
    <div className="flex flex-col items-center gap-1.5 px-6 py-12 text-center text-sm wrap-anywhere text-ink-2">
      <Title className="text-md font-semibold text-ink">{title}</Title>
      {children}
    </div>
  );
}
