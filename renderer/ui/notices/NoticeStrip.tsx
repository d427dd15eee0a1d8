import { CircleAlert, Info, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../controls/Button.tsx';

type Props = {
  readonly tone: 'info' | 'error';
  readonly text: string;
  /** From 0 to 1, or that nobody knows how far it is; absent where nothing runs. */
  readonly progress?: number | 'unknown';
  readonly onDismiss?: () => void;
  /** What can be done about it. */
  readonly children?: ReactNode;
};

/** A line above the page that says what has happened beside it. */
export function NoticeStrip({ tone, text, progress, onDismiss, children }: Props) {
  const Icon = tone === 'error' ? CircleAlert : Info;
  return (
    <div
      role={tone === 'error' ? 'alert' : 'status'}
      className="flex min-h-9 flex-none items-center gap-2.5 border-b border-line bg-surface px-4 py-1.5 text-sm"
    >
      <Icon
        size={14}
        aria-hidden
        className={tone === 'error' ? 'flex-none text-error' : 'flex-none text-accent'}
      />
      <span className="min-w-0 flex-1 wrap-anywhere whitespace-pre-line">{text}</span>
      {progress !== undefined && (
        <progress
          aria-label={text}
          {...(progress === 'unknown' ? {} : { value: progress })}
          className="h-1.5 w-32 accent-accent"
        />
      )}
      {children}
      {onDismiss !== undefined && (
        <IconButton label="Dismiss" onClick={onDismiss}>
          <X size={14} aria-hidden />
        </IconButton>
      )}
    </div>
  );
}
