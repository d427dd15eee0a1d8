import { Link } from '@tanstack/react-router';
import { Check } from 'lucide-react';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { byName } from '../../lib/by-name.ts';
import { classNames } from '../../ui/class-names.ts';
import { FindField } from '../../ui/controls/FindField.tsx';
import { FIRST_RECIPE, RECIPE_GROUPS } from './recipes/recipes.ts';
import { recipeTitle } from './recipe-title.ts';

type Props = {
  readonly project: string;
  readonly chosen: string | undefined;
  readonly arrivals: ReadonlyMap<string, number> | null;
};

/**
 * All frameworks by kind, with a check mark on those of which something has arrived. They are one stop of the Tab key, where the list
 * was left or the chosen one; arrows, Home and End lead through them. For a screen reader they stay links in lists.
 */
export function FrameworkNav({ project, chosen, arrivals }: Props) {
  const [text, setText] = useState('');
  const [left, setLeft] = useState<string>();
  const list = useRef<HTMLDivElement>(null);
  // An address may name one that lies further down.
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, []);
  const wanted = text.trim().toLowerCase();
  const groups = [
    { title: 'Any language', slugs: [FIRST_RECIPE] },
    ...RECIPE_GROUPS.map(({ title, recipes }) => ({
      title,
      slugs: recipes.map((recipe) => recipe.slug).filter((slug) => slug !== FIRST_RECIPE),
    })),
  ].map(({ title, slugs }) => ({
    title,
    slugs: slugs
      .filter((slug) => `${slug} ${recipeTitle(slug)}`.toLowerCase().includes(wanted))
      .toSorted((a, b) => byName(recipeTitle(a), recipeTitle(b))),
  }));
  const shown = groups.flatMap(({ slugs }) => slugs);
  const stop = [left, chosen].find((slug) => slug !== undefined && shown.includes(slug)) ?? shown[0];
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const links = Array.from(list.current?.querySelectorAll('a') ?? []);
    const next = nextLink(links, event);
    if (next === undefined) return;
    event.preventDefault();
    next.focus();
  };
  return (
    <nav
      aria-label="Frameworks"
      className="flex min-h-0 flex-col border-line bg-surface py-2 text-sm max-sm:max-h-44 max-sm:border-b sm:border-r"
    >
      <div className="flex-none px-2 pb-1">
        <FindField
          label="Find a framework"
          text={text}
          onChange={setText}
          className="w-full rounded-md border border-line bg-raised px-2 placeholder:text-ink-3 hover:border-line-strong"
        />
      </div>
      {/* Of keys, the list takes what its links let pass. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div ref={list} onKeyDown={onKeyDown} className="min-h-0 flex-1 overflow-y-auto px-2">
        {groups.map(({ title, slugs }) =>
          slugs.length === 0 ? null : (
            <section key={title} className="pt-1.5">
              <h2 className="px-2 pb-0.5 text-xs text-ink-3">{title}</h2>
              <ul>
                {slugs.map((slug) => (
                  <li key={slug}>
                    <Link
                      to="/p/$project/set-up"
                      params={{ project }}
                      search={slug === FIRST_RECIPE ? {} : { framework: slug }}
                      replace
                      // The first one names no framework, which would be part of every address.
                      activeOptions={{ exact: true }}
                      tabIndex={slug === stop ? 0 : -1}
                      onFocus={() => setLeft(slug)}
                      aria-current={slug === chosen ? 'page' : undefined}
                      className={classNames(
                        'flex h-6.5 items-center gap-2 rounded-md px-2',
                        slug === chosen
                          ? 'bg-selected font-medium text-accent'
                          : 'text-ink-2 hover:bg-hover hover:text-ink',
                      )}
                    >
                      <span className="truncate">{recipeTitle(slug)}</span>
                      {arrivals?.has(slug) === true && (
                        <Check
                          size={13}
                          role="img"
                          aria-label="has arrived"
                          className="ml-auto flex-none text-ok"
                        />
                      )}
                    </Link>
                  </li>
                ))}
              </ul>
            </section>
          ),
        )}
        {groups.every(({ slugs }) => slugs.length === 0) && (
          <p className="px-2 pt-2 text-ink-3">
            Nothing by that name. Any OpenTelemetry SDK can send here, though.
          </p>
        )}
      </div>
    </nav>
  );
}

/** Where a key leads from its target; undefined where it leads nowhere. */
function nextLink(links: readonly HTMLElement[], { key, target }: KeyboardEvent): HTMLElement | undefined {
  const at = links.findIndex((link) => link === target);
  if (key === 'ArrowDown') return links[at + 1];
  if (key === 'ArrowUp') return links[at - 1];
  if (key === 'Home') return links[0];
  return key === 'End' ? links.at(-1) : undefined;
}
