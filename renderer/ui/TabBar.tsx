import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Tabs } from 'radix-ui';
import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { useHiddenSides } from './use-hidden-sides.ts';

export type Tab<Id extends string> = {
  readonly id: Id;
  readonly label: string;
  readonly count?: number | undefined;
};

type Props<Id extends string> = {
  readonly label: string;
  readonly tabs: readonly Tab<Id>[];
  readonly children?: ReactNode;
};

/** The list of tabs inside a Tabs.Root; `children` stand at its right end. Tabs without room are scrolled to. */
export function TabBar<Id extends string>({ label, tabs, children }: Props<Id>) {
  const list = useRef<HTMLDivElement>(null);
  // The address may have opened one that is out of sight.
  useLayoutEffect(() => {
    const active = list.current?.querySelector<HTMLElement>('[data-state=active]');
    if (list.current && active) bringIntoView(list.current, active);
  }, []);
  const hidden = useHiddenSides(list);
  const scroll = (pages: number): void =>
    list.current?.scrollBy({ left: pages * list.current.clientWidth * 0.7, behavior: 'smooth' });
  return (
    <div className="@container/tabs flex h-9 flex-none items-center gap-2 border-b border-line px-3 text-sm">
      <div className="relative flex h-full min-w-0">
        <Tabs.List
          ref={list}
          aria-label={label}
          className="flex h-full min-w-0 scrollbar-none gap-0.5 overflow-x-auto"
        >
          {tabs.map((tab) => (
            <Tabs.Trigger
              key={tab.id}
              value={tab.id}
              onFocus={(event) => event.currentTarget.scrollIntoView({ block: 'nearest', inline: 'nearest' })}
              className="relative h-full scroll-mx-7 px-2.5 whitespace-nowrap text-ink-3 hover:text-ink focus-visible:-outline-offset-2 data-[state=active]:font-medium data-[state=active]:text-ink data-[state=active]:shadow-[inset_0_-2px_var(--accent)] @max-[640px]/tabs:px-2"
            >
              {tab.label}
              {tab.count !== undefined && tab.count > 0 && (
                <span className="num ml-1 text-ink-3">{tab.count}</span>
              )}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        {hidden.before && <More side="left" onClick={() => scroll(-1)} />}
        {hidden.after && <More side="right" onClick={() => scroll(1)} />}
      </div>
      <div className="ml-auto flex flex-none items-center gap-2">{children}</div>
    </div>
  );
}

/** Room that the buttons at the ends take. */
const MARGIN = 28;

/** Scrolls the list and nothing around it: a page that opens stays at its top. */
function bringIntoView(list: HTMLElement, tab: HTMLElement): void {
  const { offsetLeft: left, offsetWidth: width } = tab;
  const end = left + width + MARGIN - list.clientWidth;
  if (left - MARGIN < list.scrollLeft) list.scrollLeft = left - MARGIN;
  else if (end > list.scrollLeft) list.scrollLeft = end;
}

/** For pointers: keys go from tab to tab, and each comes into view. */
function More({ side, onClick }: { readonly side: 'left' | 'right'; readonly onClick: () => void }) {
  const Icon = side === 'left' ? ChevronLeft : ChevronRight;
  return (
    <button
      type="button"
      aria-hidden
      tabIndex={-1}
      title="More tabs"
      onClick={onClick}
      className={
        side === 'left'
          ? 'absolute inset-y-0 left-0 grid w-6 place-items-center bg-linear-to-r from-bg from-60% to-transparent text-ink-3 hover:text-ink'
          : 'absolute inset-y-0 right-0 grid w-6 place-items-center bg-linear-to-l from-bg from-60% to-transparent text-ink-3 hover:text-ink'
      }
    >
      <Icon size={14} aria-hidden />
    </button>
  );
}
