import { useContext, useRef, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { NOTHING_SOUGHT, SoughtContext } from '../text/sought.ts';
import { FoundContext } from './found.ts';
import { useMarks } from './use-marks.ts';

type Props = {
  readonly id: string;
  readonly speaker: string;
  readonly sub: ReactNode;
  /** The colour of the rail: a border-… class. */
  readonly rail: string;
  readonly isSelected: boolean;
  readonly onSelect: (() => void) | undefined;
  readonly children: ReactNode;
};

/** One entry of a thread: who and when on the left, a coloured rail, the content. A press anywhere free selects it. */
export function EntryFrame({ id, speaker, sub, rail, isSelected, onSelect, children }: Props) {
  const content = useRef<HTMLDivElement>(null);
  const { words, entries } = useContext(FoundContext);
  const isFound = entries.has(id);
  const isSought = useContext(SoughtContext).length > 0;
  useMarks(content, isFound ? words : NOTHING_SOUGHT, isSought);
  const onClick = (event: MouseEvent): void => {
    const isControl =
      event.target instanceof Element && event.target.closest('a, button, summary, input') !== null;
    if (!isControl && getSelection()?.isCollapsed !== false) onSelect?.();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.target !== event.currentTarget || event.key !== 'Enter') return;
    event.preventDefault();
    onSelect?.();
  };
  return (
    // A press selects the span behind the entry; Enter does the same, and what is inside keeps its own controls.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <article
      data-entry={id}
      aria-label={speaker}
      aria-current={isSelected ? 'true' : undefined}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={onSelect === undefined ? undefined : 0}
      onClick={onClick}
      onKeyDown={onKeyDown}
      className="group entry-columns scroll-mt-3 scroll-mb-6 rounded-md"
    >
      <div className="num -mr-3 overflow-hidden pt-px pr-3 text-right text-xs leading-4.5 text-ink-3">
        <div className="truncate font-semibold text-ink-2">{speaker}</div>
        {sub}
      </div>
      <div
        ref={content}
        className={classNames(
          'relative min-w-0 border-l-2 py-px pl-3',
          rail,
          isSought && 'rounded-r-md ring-1 ring-warn/50',
          isSelected && 'rounded-r-md bg-selected py-1.5 pr-1.5',
          onSelect !== undefined && 'cursor-default',
        )}
      >
        {children}
      </div>
    </article>
  );
}
