import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { ArrowDownToLine } from 'lucide-react';
import { countNew, readEntryKey } from '../../lib/feed.ts';
import { plural } from '../../lib/format.ts';
import { readLiveSearch, type LiveSearch } from '../../lib/search.ts';
import { classNames } from '../../ui/class-names.ts';
import { FilterBar } from '../../ui/list/FilterBar.tsx';
import { PageHeader } from '../../ui/panels/PageHeader.tsx';
import { SplitPane } from '../../ui/panels/SplitPane.tsx';
import { ErrorState } from '../../ui/notices/States.tsx';
import { TracePanel } from '../../ui/panels/TracePanel.tsx';
import { useShortcuts } from '../../ui/keyboard/use-shortcuts.ts';
import { useTitle } from '../../ui/panels/use-title.ts';
import { WarningLine } from '../../ui/notices/WarningLine.tsx';
import { EmptyFeed } from './EmptyFeed.tsx';
import { FeedGrid } from './FeedGrid.tsx';
import { FeedSkeleton } from './FeedSkeleton.tsx';
import { useFeed } from './use-feed.ts';

const route = getRouteApi('/p/$project/live');
const FIELDS = ['session_id', 'agent', 'model'] as const;
const SWITCHES = [['every_span', 'Every span']] as const;

/** What is happening now, as it happens. */
export function LivePage() {
  const { project } = route.useParams();
  const search = readLiveSearch(route.useSearch());
  useTitle('Live');
  // Another feed begins anew: what the one before told does not belong to it.
  return (
    <LiveFeed
      key={`${project} ${search.filters ?? ''} ${search.every_span === true}`}
      project={project}
      search={search}
    />
  );
}

function heardLabel(heard: number, isLost: boolean): string {
  if (heard > 0) return `${plural(heard, 'span')} arrived`;
  return isLost ? 'not connected' : 'listening';
}

type Props = { readonly project: string; readonly search: LiveSearch };

function LiveFeed({ project, search }: Props) {
  const navigate = useNavigate();
  const { state, follow, connection } = useFeed({
    project,
    filters: search.filters,
    isEverySpan: search.every_span === true,
    // What the address says is open is what it was left at.
    isFollowing: search.open === undefined,
  });
  const { feed, heard, isFollowing, isLoaded, error } = state;
  const change = (next: LiveSearch, options: { readonly replace?: boolean } = {}): void =>
    void navigate({ to: '/p/$project/live', params: { project }, search: next, ...options });
  const setOpen = (open: string | undefined): void => {
    if (open !== search.open) change({ ...search, open }, { replace: true });
  };
  const close = (): void => setOpen(undefined);
  useShortcuts({ f: () => follow(!isFollowing) });
  const isEmpty = feed.shown.length === 0;
  return (
    <>
      <PageHeader
        crumbs={['Live']}
        count={
          <span
            className="num text-sm whitespace-nowrap text-ink-3"
            title="Since this screen was opened, of any kind"
          >
            {heardLabel(heard, connection === 'lost')}
          </span>
        }
      />
      <div className="flex flex-none items-start gap-2 border-b border-line px-4 py-2">
        <FilterBar
          project={project}
          listed="traces"
          search={search}
          onChange={change}
          fields={FIELDS}
          switches={SWITCHES}
        />
        <FollowButton isOn={isFollowing} newCount={countNew(feed)} onToggle={follow} />
      </div>
      {!isEmpty && error !== null && connection !== 'lost' && (
        <WarningLine>The feed could not be read: {error.message} Trying again.</WarningLine>
      )}
      <SplitPane
        storageKey="tracedeck.live.panel"
        label="Width of the feed"
        right={
          search.open === undefined ? null : (
            <TracePanel key="panel" project={project} {...readEntryKey(search.open)} onClose={close} />
          )
        }
        left={
          isEmpty ? (
            <NothingShown {...{ project, search, heard, isLoaded, error }} />
          ) : (
            <FeedGrid
              project={project}
              feed={feed}
              isLoaded={isLoaded}
              isFollowing={isFollowing}
              onFollow={follow}
              open={search.open}
              onOpen={setOpen}
            />
          )
        }
      />
    </>
  );
}

type NothingProps = Props & {
  readonly heard: number;
  readonly isLoaded: boolean;
  readonly error: Error | null;
};

function NothingShown({ error, isLoaded, ...rest }: NothingProps) {
  if (error !== null) return <ErrorState title="The feed could not be read. Trying again." error={error} />;
  return isLoaded ? <EmptyFeed {...rest} /> : <FeedSkeleton />;
}

type FollowProps = {
  readonly isOn: boolean;
  /** How many spans wait below. */
  readonly newCount: number;
  readonly onToggle: (isOn: boolean) => void;
};

/** Says how much waits, too: over the feed that would lie on a row. */
function FollowButton({ isOn, newCount, onToggle }: FollowProps) {
  const hasNew = !isOn && newCount > 0;
  return (
    <button
      type="button"
      aria-pressed={isOn}
      aria-label={hasNew ? `Follow: ${newCount} new` : undefined}
      title="Keep the newest in sight (f); scrolling up or choosing a row stops it"
      onClick={() => onToggle(!isOn)}
      className={classNames(
        'num ml-auto inline-flex h-6 min-w-24 flex-none items-center justify-center gap-1.5 rounded-md border px-2.5 text-sm',
        isOn && 'border-accent/40 bg-accent-soft text-accent',
        hasNew && 'border-accent bg-accent font-medium text-on-accent',
        !isOn && !hasNew && 'border-line text-ink-2 hover:border-line-strong hover:text-ink',
      )}
    >
      <ArrowDownToLine size={12} aria-hidden /> {hasNew ? `${newCount} new` : 'Follow'}
    </button>
  );
}
