import { Search, X } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useShortcuts } from '../keyboard/use-shortcuts.ts';

const PAUSE_MS = 250;

type Props = {
  readonly label: string;
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
};

/**
 * The text that a list is searched for; asked for after a short pause in typing, or at once with Enter. `/` leads here, and an
 * arrow down, or Enter once it is asked for, to what is found.
 */
export function SearchBox({ label, value, onChange }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(value ?? '');
  const [known, setKnown] = useState(value);
  // The address changed otherwise: Back, a link, cleared filters.
  if (value !== known) {
    setKnown(value);
    if ((value ?? '') !== text.trim()) setText(value ?? '');
  }
  const send = useEffectEvent((typed: string): void => {
    const next = typed.trim() === '' ? undefined : typed.trim();
    if (next !== value) onChange(next);
  });
  useEffect(() => {
    const timer = setTimeout(() => send(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  useShortcuts({ '/': () => input.current?.focus() });
  const clear = (): void => {
    setText('');
    send('');
  };
  return (
    <div className="relative min-w-24 flex-[0_1_260px] max-sm:flex-[1_1_120px]">
      <Search
        size={13}
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-2 -translate-y-1/2 text-ink-3"
      />
      <input
        ref={input}
        type="text"
        role="searchbox"
        aria-label={label}
        placeholder={label}
        title="Press / to search"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          const isSent = text.trim() === (value ?? '');
          if (event.key === 'ArrowDown' || (event.key === 'Enter' && isSent)) {
            event.preventDefault();
            focusList(event.currentTarget);
          }
          if (event.key === 'Enter') send(text);
          if (event.key !== 'Escape') return;
          if (text === '') event.currentTarget.blur();
          else clear();
        }}
        className="h-7 w-full rounded-md border border-line bg-surface pr-6 pl-7 text-sm placeholder:text-ink-3 hover:border-line-strong"
      />
      {text !== '' && (
        <button
          type="button"
          aria-label="Clear the search"
          onClick={clear}
          className="absolute top-0.5 right-0.5 grid size-6 place-items-center rounded-sm text-ink-3 hover:text-ink"
        >
          <X size={12} aria-hidden />
        </button>
      )}
    </div>
  );
}

/** The list of the page that the box is on. */
function focusList(box: HTMLElement): void {
  box.closest('main')?.querySelector<HTMLElement>('[role="grid"]')?.focus();
}
