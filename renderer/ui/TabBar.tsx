import { Tabs } from 'radix-ui';
import type { ReactNode } from 'react';

export type Tab<Id extends string> = {
  readonly id: Id;
  readonly label: string;
  readonly count?: number | undefined;
};

/** The list of tabs inside a Tabs.Root; `children` stand at its right end. */
export function TabBar<Id extends string>({
  label,
  tabs,
  children,
}: {
  label: string;
  tabs: readonly Tab<Id>[];
  children?: ReactNode;
}) {
  return (
    <div className="@container/tabs flex h-9 flex-none items-center gap-2 border-b border-line px-3 text-sm">
      <Tabs.List aria-label={label} className="flex h-full min-w-0 gap-0.5 overflow-x-auto">
        {tabs.map((tab) => (
          <Tabs.Trigger
            key={tab.id}
            value={tab.id}
            className="relative h-full px-2.5 whitespace-nowrap text-ink-3 hover:text-ink focus-visible:-outline-offset-2 data-[state=active]:font-medium data-[state=active]:text-ink data-[state=active]:shadow-[inset_0_-2px_var(--accent)]"
          >
            {tab.label}
            {tab.count !== undefined && tab.count > 0 && (
              <span className="num ml-1 text-ink-3">{tab.count}</span>
            )}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      <div className="ml-auto flex flex-none items-center gap-2">{children}</div>
    </div>
  );
}
