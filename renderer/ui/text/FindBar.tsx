import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { useEffect, useRef, type KeyboardEvent } from 'react';
import { formatCount, plural } from '../../lib/format.ts';
import { IconButton } from '../controls/Button.tsx';
import { useShortcuts } from '../keyboard/use-shortcuts.ts';

type Props = {
  readonly find: {
    readonly text: string | null;
    readonly setText: (text: string | null) => void;
    /** How many places were found. */
    readonly count: number;
    /** Which of them is looked at, from 1; 0 when none is. */
    readonly place: number;
    readonly go: (step: 1 | -1) => void;
  };
  readonly what: 'trace' | 'session';
  readonly placeholder: string;
  /** Beside the bar, what has the focus when it closes. */
  readonly searched: string;
};

/** The search inside a trace or a session: Enter and Shift Enter walk the matches, Escape closes. */
export function FindBar({ find, what, placeholder, searched }: Props) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  useShortcuts({ '/': () => input.current?.focus() });
  const bar = useRef<HTMLDivElement>(null);
  const close = (): void => {
    find.setText(null);
    // On where the search led.
    bar.current?.parentElement?.querySelector<HTMLElement>(searched)?.focus({ preventScroll: true });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') find.go(event.shiftKey ? -1 : 1);
    else if (event.key === 'Escape') close();
    else return;
    event.preventDefault();
  };
  const { count } = find;
  return (
    <div
      ref={bar}
      role="search"
      aria-label={`Inside the ${what}`}
      className="flex h-9 flex-none items-center gap-1 border-b border-line px-3"
    >
      <input
        ref={input}
        type="search"
        aria-label={`Search inside the ${what}`}
        placeholder={placeholder}
        title="Words, and phrases in quotes"
        value={find.text ?? ''}
        onChange={(event) => find.setText(event.target.value)}
        onKeyDown={onKeyDown}
        className="h-6.5 min-w-0 flex-1 rounded-md border border-line bg-surface px-2.5 text-sm placeholder:text-ink-3"
      />
      <span role="status" className="num min-w-18 flex-none px-1 text-right text-sm text-ink-3">
        {find.text !== '' &&
          (find.place > 0
            ? `${formatCount(find.place)} of ${formatCount(count)}`
            : plural(count, 'match', 'matches'))}
      </span>
      <IconButton label="Previous match (Shift Enter)" disabled={count === 0} onClick={() => find.go(-1)}>
        <ChevronUp size={14} aria-hidden />
      </IconButton>
      <IconButton label="Next match (Enter)" disabled={count === 0} onClick={() => find.go(1)}>
        <ChevronDown size={14} aria-hidden />
      </IconButton>
      <IconButton label="Close the search (Esc)" onClick={close}>
        <X size={14} aria-hidden />
      </IconButton>
    </div>
  );
}
