import type { ReactNode } from 'react';

type Props = {
  readonly title: string;
  readonly hint: ReactNode;
  /** What became of it; an error is told as one. */
  readonly outcome: string | null | undefined;
  readonly error: Error | null;
  readonly children: ReactNode;
};

/** Something that is done once, beside the settings: what it is on the left, what does it on the right. */
export function ActionFrame({ title, hint, outcome, error, children }: Props) {
  return (
    <section
      aria-label={title}
      className="grid grid-cols-[minmax(0,1fr)_minmax(0,19rem)] gap-x-6 border-b border-line/60 py-3"
    >
      <div className="min-w-0">
        <h3 className="font-medium">{title}</h3>
        <div className="text-sm wrap-anywhere text-ink-2">{hint}</div>
      </div>
      <div className="min-w-0 text-sm">
        <div className="flex flex-wrap gap-1.5">{children}</div>
        <div aria-live="polite" className="mt-1 wrap-anywhere">
          {error !== null && (
            <p role="alert" className="text-error">
              {error.message}
            </p>
          )}
          {error === null && outcome}
        </div>
      </div>
    </section>
  );
}
