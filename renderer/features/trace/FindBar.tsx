import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { useEffect, useRef, type KeyboardEvent } from 'react';
import { formatCount, plural } from '../../lib/format.ts';
import { IconButton } from '../../ui/Button.tsx';
import { useShortcuts } from '../../ui/use-shortcuts.ts';
import type { Find } from './use-find.ts';

/** The search inside the trace: Enter and Shift Enter walk the matches, Escape closes. */
export function FindBar({ find }: { readonly find: Find }) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  useShortcuts({ '/': () => input.current?.focus() });
  const bar = useRef<HTMLDivElement>(null);
  const close = (): void => {
    find.setText(null);
    // On in the tree or the graph, where the search led.
    const shown = bar.current?.parentElement?.querySelector('[role="tabpanel"]:not([hidden])');
    shown?.querySelector<HTMLElement>('[tabindex="0"]')?.focus({ preventScroll: true });
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
      aria-label="Inside the trace"
      className="flex h-9 flex-none items-center gap-1 border-b border-line px-3"
    >
      <input
        ref={input}
        type="search"
        aria-label="Search inside the trace"
        placeholder="Names, models, tools and what was said"
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
