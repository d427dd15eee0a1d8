import { useQueryClient } from '@tanstack/react-query';
import { Outlet, useParams } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { startLive, type LiveState } from '../api/live.ts';
import { useShortcuts } from '../ui/use-shortcuts.ts';
import { ShortcutsDialog } from './ShortcutsDialog.tsx';
import { Sidebar } from './Sidebar.tsx';

/** What is always there: the sidebar, the live connection of the project, and the list of shortcuts. */
export function Shell() {
  const { project } = useParams({ from: '/p/$project' });
  const client = useQueryClient();
  const [live, setLive] = useState<LiveState>('connecting');
  const [showsShortcuts, setShowsShortcuts] = useState(false);
  useEffect(() => {
    const live = startLive(client, project, setLive);
    return () => live.stop();
  }, [client, project]);
  useShortcuts({ '?': () => setShowsShortcuts(true) });
  return (
    <div className="grid h-full grid-cols-[52px_minmax(0,1fr)] lg:grid-cols-[196px_minmax(0,1fr)]">
      <Sidebar project={project} live={live} onShortcuts={() => setShowsShortcuts(true)} />
      <main className="flex min-h-0 min-w-0 flex-col">
        <Outlet />
      </main>
      {showsShortcuts && <ShortcutsDialog onClose={() => setShowsShortcuts(false)} />}
    </div>
  );
}
