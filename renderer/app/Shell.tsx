import { useQueryClient } from '@tanstack/react-query';
import { Outlet, useParams, useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { createBroadcast } from '../api/broadcast.ts';
import type { StreamEvent } from '../api/event-stream.ts';
import { keepCurrent, type LiveState } from '../api/keep-current.ts';
import { isFocusFree } from '../ui/keyboard/is-focus-free.ts';
import { CommandPaletteContext } from '../ui/keyboard/command-palette.ts';
import { LiveContext } from '../ui/live-context.ts';
import { useShortcuts } from '../ui/keyboard/use-shortcuts.ts';
import { CommandPalette } from './palette/CommandPalette.tsx';
import { ConnectionNotice } from './ConnectionNotice.tsx';
import { DropFiles } from './DropFiles.tsx';
import { PauseNotice } from './PauseNotice.tsx';
import { usePaletteKey } from './palette/use-palette-key.ts';
import { ShortcutsDialog } from './ShortcutsDialog.tsx';
import { Sidebar } from './Sidebar.tsx';
import { WindowNotices } from './WindowNotices.tsx';

/** What is always there: the sidebar, the live connection of the project, the command palette, the list of shortcuts. */
export function Shell() {
  const { project } = useParams({ from: '/p/$project' });
  const client = useQueryClient();
  const [live, setLive] = useState<LiveState>('connecting');
  const [shown, setShown] = useState<'palette' | 'shortcuts' | null>(null);
  const [events] = useState(() => createBroadcast<StreamEvent>());
  useEffect(() => {
    const live = keepCurrent(client, project, { onState: setLive, onEvent: events.send });
    return () => live.stop();
  }, [client, project, events]);
  const channel = useMemo(() => ({ state: live, subscribe: events.subscribe }), [live, events]);
  const openPalette = useCallback(() => setShown('palette'), []);
  const openShortcuts = useCallback(() => setShown('shortcuts'), []);
  const close = useCallback(() => setShown(null), []);
  useShortcuts({ '?': openShortcuts });
  usePaletteKey(openPalette);
  const main = useRef<HTMLElement>(null);
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onResolved', ({ pathChanged }) => {
        if (!pathChanged) return;
        main.current?.scrollTo({ top: 0 });
        // What had the focus went with the page before.
        if (isFocusFree()) main.current?.focus({ preventScroll: true });
      }),
    [router],
  );
  return (
    <CommandPaletteContext value={openPalette}>
      <div className="grid h-full grid-cols-[52px_minmax(0,1fr)] lg:grid-cols-[196px_minmax(0,1fr)]">
        <Sidebar project={project} live={live} onShortcuts={openShortcuts} />
        {/* Scrolls only where its panes would have too little room to be read in (page-pane). */}
        <main
          ref={main}
          tabIndex={-1}
          className="outline-none relative flex min-h-0 min-w-0 flex-col overflow-x-hidden overflow-y-auto"
        >
          <WindowNotices />
          <PauseNotice />
          <ConnectionNotice live={live} />
          <DropFiles project={project} />
          <LiveContext value={channel}>
            <Outlet />
          </LiveContext>
        </main>
        {shown === 'palette' && (
          <CommandPalette project={project} onClose={close} onShortcuts={openShortcuts} />
        )}
        {shown === 'shortcuts' && <ShortcutsDialog onClose={close} />}
      </div>
    </CommandPaletteContext>
  );
}
