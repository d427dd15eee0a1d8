import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Keyboard } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import type { LiveState } from '../api/keep-current.ts';
import { countsQuery } from '../api/count-queries.ts';
import { healthQuery } from '../api/queries.ts';
import { formatCount, formatRate } from '../lib/format.ts';
import { BrandMark } from '../ui/Brand.tsx';
import { IconButton } from '../ui/controls/Button.tsx';
import { ProjectSwitcher } from './ProjectSwitcher.tsx';
import { ReceiverStatus } from './ReceiverStatus.tsx';
import { screenLink, SCREENS } from './screens.ts';
import { ThemeSwitch } from './ThemeSwitch.tsx';

type Props = { readonly project: string; readonly live: LiveState; readonly onShortcuts: () => void };

/** Below 1024 px only its icons remain; names stay for screen readers and as tooltips. */
export function Sidebar({ project, live, onShortcuts }: Props) {
  const { data: counts } = useQuery(countsQuery(project));
  const notes: Readonly<Record<string, ReactNode>> = {
    live: <Rate />,
    traces: counts && formatCount(counts.traces),
    sessions: counts && formatCount(counts.sessions),
  };
  return (
    <aside
      aria-label="Sidebar"
      className="relative flex min-h-0 flex-col overflow-x-hidden overflow-y-auto border-r border-line bg-surface px-2 py-2.5"
    >
      <Link
        to="/p/$project/traces"
        params={{ project }}
        className="flex items-center gap-2 rounded-md px-2 pt-1 pb-2.5 font-[650] tracking-[-0.01em] max-lg:justify-center max-lg:px-0"
      >
        <BrandMark />
        <span className="max-lg:sr-only">Tracedeck</span>
      </Link>
      <ProjectSwitcher project={project} />
      <nav aria-label="Main" className="grid flex-none gap-0.5">
        {SCREENS.map((screen) => (
          <Fragment key={screen.page}>
            {screen.page === 'set-up' && <div className="mx-2 my-2 h-px bg-line" />}
            <NavLink screen={screen} project={project} note={notes[screen.page]} />
          </Fragment>
        ))}
      </nav>
      <div className="mt-auto grid flex-none gap-2">
        <div className="flex items-center justify-between px-1 max-lg:flex-col max-lg:gap-1">
          <ThemeSwitch />
          <IconButton label="Keyboard shortcuts (?)" onClick={onShortcuts}>
            <Keyboard size={14} aria-hidden />
          </IconButton>
        </div>
        <ReceiverStatus project={project} live={live} />
      </div>
    </aside>
  );
}

/** What arrives now; nothing while nothing does. */
function Rate() {
  const { data: health } = useQuery(healthQuery);
  const rate = formatRate(health?.ingest.spans_per_second ?? 0);
  return rate === 'idle' ? null : rate.replace(' spans', '');
}

type NavLinkProps = {
  readonly screen: (typeof SCREENS)[number];
  readonly project: string;
  /** At the right end. */
  readonly note: ReactNode;
};

function NavLink({ screen: { page, label, icon: Icon }, project, note }: NavLinkProps): ReactNode {
  return (
    <div className="relative">
      <Link
        {...screenLink(page, project)}
        title={label}
        className="flex h-7 items-center gap-2.5 rounded-md px-2 max-lg:justify-center max-lg:px-0"
        activeProps={{ className: 'bg-selected font-medium text-accent' }}
        inactiveProps={{ className: 'text-ink-2 hover:bg-hover hover:text-ink' }}
      >
        <Icon size={15} aria-hidden className="flex-none" />
        <span className="max-lg:sr-only">{label}</span>
      </Link>
      {note !== undefined && (
        <span className="num pointer-events-none absolute top-1.5 right-2 text-xs text-ink-3 max-lg:sr-only">
          {note}
        </span>
      )}
    </div>
  );
}
