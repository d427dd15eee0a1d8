import { ChevronDown } from 'lucide-react';
import { Tabs } from 'radix-ui';
import { useRef, type ReactNode, type RefObject } from 'react';
import { classNames } from '../class-names.ts';
import { Menu, MenuItem } from './Menu.tsx';
import { useFittingTabs } from './use-fitting-tabs.ts';

export type Tab<Id extends string> = {
  readonly id: Id;
  readonly label: string;
  readonly count?: number | undefined;
};

type Props<Id extends string> = {
  readonly label: string;
  readonly tabs: readonly Tab<Id>[];
  /** The open one. */
  readonly value: Id;
  readonly children?: ReactNode;
};

const ITEM = 'h-full flex-none px-2.5 whitespace-nowrap @max-[860px]/tabs:px-2';

/**
 * The list of tabs inside a Tabs.Root; `children` stand at its right end. Tabs without room stand in a menu; for the arrow
 * keys, which open what they come to, they are in the list all the same. Where not even the open one and the menu have room,
 * `children` stand below.
 */
export function TabBar<Id extends string>({ label, tabs, value, children }: Props<Id>) {
  const bar = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const ruler = useRef<HTMLDivElement>(null);
  const active = tabs.findIndex(({ id }) => id === value);
  const { shown, leastWidth } = useFittingTabs(bar, ruler, active);
  const rest = tabs.filter((_tab, place) => !shown.has(place));
  return (
    <div className="@container/tabs relative flex min-h-9 flex-none flex-wrap items-center gap-x-2 border-b border-line px-3 text-sm">
      <div ref={bar} className="flex h-8.75 flex-1" style={{ minWidth: leastWidth }}>
        <Tabs.List ref={list} aria-label={label} className="flex h-full min-w-0">
          {tabs.map((tab, place) => (
            <Tabs.Trigger
              key={tab.id}
              value={tab.id}
              data-tab={tab.id}
              // Radix gives it the focus by script, which a browser marks as it does for keys.
              onMouseDown={({ currentTarget }) => currentTarget.focus({ focusVisible: false })}
              className={classNames(
                shown.has(place) ? ITEM : 'sr-only',
                'text-ink-3 hover:text-ink focus-visible:-outline-offset-2 data-[state=active]:font-medium data-[state=active]:text-ink data-[state=active]:shadow-[inset_0_-2px_var(--accent)]',
              )}
            >
              <Label tab={tab} />
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        {rest.length > 0 && <Rest tabs={rest} list={list} />}
      </div>
      <div className="ml-auto flex flex-none items-center gap-2 py-0.75">{children}</div>
      <div ref={ruler} aria-hidden className="invisible absolute top-0 left-0 flex h-0 overflow-hidden">
        {tabs.map((tab) => (
          <RulerItem key={tab.id} text={hasCount(tab) ? `${tab.label} ${tab.count}` : tab.label} />
        ))}
        <RulerItem text="9 more ▾▾" />
      </div>
    </div>
  );
}

/** Has the room of its open state always, which is wider: the tabs behind it stay where they are. */
function Label({ tab }: { readonly tab: Tab<string> }) {
  return (
    <>
      <span
        data-text={tab.label}
        className="inline-grid after:invisible after:h-0 after:overflow-hidden after:font-medium after:content-[attr(data-text)]"
      >
        {tab.label}
      </span>
      {hasCount(tab) && <span className="num ml-1 text-ink-3">{tab.count}</span>}
    </>
  );
}

const hasCount = ({ count }: Tab<string>): boolean => count !== undefined && count > 0;

/** As wide as a tab can be; its text is drawn, not written, so that nobody finds it twice. */
function RulerItem({ text }: { readonly text: string }) {
  return (
    <span data-text={text} className={classNames(ITEM, 'font-medium before:content-[attr(data-text)]')} />
  );
}

type RestProps = {
  readonly tabs: readonly Tab<string>[];
  readonly list: RefObject<HTMLElement | null>;
};

function Rest({ tabs, list }: RestProps) {
  const chosen = useRef<string | null>(null);
  // A tab opens when it has the focus, as with the arrow keys.
  const open = (event: Event): void => {
    if (chosen.current === null) return;
    event.preventDefault();
    list.current?.querySelector<HTMLElement>(`[data-tab="${chosen.current}"]`)?.focus();
    chosen.current = null;
  };
  return (
    <Menu
      align="start"
      onCloseAutoFocus={open}
      trigger={
        <button
          type="button"
          aria-label={`${tabs.length} more tabs`}
          className={classNames(
            ITEM,
            'num inline-flex items-center gap-0.5 text-ink-3 hover:text-ink focus-visible:-outline-offset-2 data-[state=open]:text-ink',
          )}
        >
          {tabs.length} more <ChevronDown size={13} aria-hidden />
        </button>
      }
    >
      {tabs.map((tab) => (
        <MenuItem
          key={tab.id}
          hint={hasCount(tab) ? String(tab.count) : undefined}
          onSelect={() => {
            chosen.current = tab.id;
          }}
        >
          {tab.label}
        </MenuItem>
      ))}
    </Menu>
  );
}
