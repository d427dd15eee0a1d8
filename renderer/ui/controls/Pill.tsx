import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';

const TONES = {
  quiet: 'bg-sunken text-ink-2 dark:bg-raised',
  error: 'bg-error-soft text-error',
  ok: 'bg-ok-soft text-ok',
  warn: 'bg-warn-soft text-warn',
  accent: 'bg-accent-soft text-accent',
} as const;

export function Pill({
  tone = 'quiet',
  children,
}: {
  readonly tone?: keyof typeof TONES;
  readonly children: ReactNode;
}) {
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-1 rounded-full px-2 text-xs font-medium whitespace-nowrap',
        TONES[tone],
      )}
    >
      {children}
    </span>
  );
}
