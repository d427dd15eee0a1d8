import { classNames } from '../class-names.ts';

type Props = {
  readonly label: string;
  readonly durationMs: number;
  readonly isError: boolean;
  /** It goes on: its length so far is none to compare, so that there is no bar, and the room is the label's. */
  readonly isOpen: boolean;
};

/** A duration with a bar as long as its share of the longest one on screen; the table gives both (duration-scale.ts). */
export function DurationBar({ label, durationMs, isError, isOpen }: Props) {
  if (isOpen)
    return (
      <span className="block truncate text-right" title={label}>
        {label}
      </span>
    );
  return (
    <span className="flex items-center gap-2">
      <span
        aria-hidden
        data-duration-bar
        className="h-1.5 min-w-0 flex-1 overflow-hidden rounded-full bg-sunken dark:bg-raised"
      >
        <span
          className={classNames('block h-full min-w-0.5 rounded-full', isError ? 'bg-error' : 'bg-accent')}
          style={{ width: `min(100%, 100% * ${durationMs} / var(--longest, 1))`, opacity: 0.75 }}
        />
      </span>
      {/* Bars are compared: all have the room that the widest label leaves. */}
      <span className="min-w-[max(52px,calc(0.9ch*var(--label-length,1)))] flex-none text-right whitespace-nowrap">
        {label}
      </span>
    </span>
  );
}
