import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { settingsQuery } from '../../api/queries.ts';
import { readSettingsSearch } from '../../lib/search.ts';
import { classNames } from '../../ui/class-names.ts';
import { PageHeader } from '../../ui/panels/PageHeader.tsx';
import { EmptyState } from '../../ui/notices/States.tsx';
import { useKeptFocus } from '../../ui/keyboard/use-kept-focus.ts';
import { useKeptPlace } from '../../ui/kept/use-kept-place.ts';
import { useTitle } from '../../ui/panels/use-title.ts';
import { SETTINGS_GROUPS, type SettingsGroup } from './groups.tsx';

const route = getRouteApi('/p/$project/settings');

/** What can be set, where each value came from, and what of it can be changed while the collector runs. */
export function SettingsPage() {
  const { project } = route.useParams();
  const { group } = readSettingsSearch(route.useSearch());
  const groups = SETTINGS_GROUPS.filter(({ isShown }) => isShown === undefined || isShown());
  const chosen = group === undefined ? groups[0] : groups.find(({ id }) => id === group);
  useTitle('Settings');
  const pane = useRef<HTMLDivElement>(null);
  useKeptFocus(pane);
  useKeptPlace(pane, `settings ${chosen?.id}`, useQuery(settingsQuery).data !== undefined);
  return (
    <>
      <PageHeader crumbs={['Settings']} />
      <div className="page-pane grid grid-cols-[184px_minmax(0,1fr)] max-sm:min-h-120 max-sm:grid-cols-1 max-sm:grid-rows-[auto_minmax(0,1fr)] lg:grid-cols-[220px_minmax(0,1fr)]">
        <nav
          aria-label="Groups of settings"
          className="min-h-0 overflow-y-auto border-line bg-surface p-2 text-sm max-sm:border-b sm:border-r"
        >
          <ul className="flex flex-wrap gap-0.5 sm:grid">
            {groups.map(({ id, title }) => (
              <li key={id}>
                <Link
                  to="/p/$project/settings"
                  params={{ project }}
                  search={id === groups[0]?.id ? {} : { group: id }}
                  // The first one names no group, which would be part of every address.
                  activeOptions={{ exact: true }}
                  aria-current={id === chosen?.id ? 'page' : undefined}
                  className={classNames(
                    'flex min-h-7 items-center rounded-md px-2 py-0.5',
                    id === chosen?.id
                      ? 'bg-selected font-medium text-accent'
                      : 'text-ink-2 hover:bg-hover hover:text-ink',
                  )}
                >
                  {title}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div
          ref={pane}
          role="region"
          aria-label="Settings"
          tabIndex={0}
          className="min-h-0 overflow-auto focus-visible:-outline-offset-2"
        >
          {chosen === undefined ? (
            <EmptyState title="There is no such group of settings">
              <p>Choose one of the list.</p>
            </EmptyState>
          ) : (
            <Group key={chosen.id} group={chosen} />
          )}
        </div>
      </div>
    </>
  );
}

function Group({ group: { title, hint, Content } }: { readonly group: SettingsGroup }) {
  return (
    <div className="max-w-3xl px-6 py-6 max-sm:px-4">
      <h2 className="text-xl font-[620] tracking-[-0.015em]">{title}</h2>
      <p className="mt-1 mb-4 text-ink-2">{hint}</p>
      <Content />
    </div>
  );
}
