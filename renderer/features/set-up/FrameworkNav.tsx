import { Link } from '@tanstack/react-router';
import { Check } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { FIRST_RECIPE, RECIPE_GROUPS } from './recipes/recipes.ts';
import { recipeTitle } from './recipe-title.ts';

type Props = {
  readonly project: string;
  readonly chosen: string | undefined;
  readonly arrivals: ReadonlyMap<string, number> | null;
  /** To what is shown of the chosen one. */
  readonly onSkip: () => void;
};

/** All frameworks by kind, with a check mark on those of which something has arrived. */
export function FrameworkNav({ project, chosen, arrivals, onSkip }: Props) {
  const [text, setText] = useState('');
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
      .toSorted((a, b) => recipeTitle(a).localeCompare(recipeTitle(b))),
  }));
  return (
    <nav
      aria-label="Frameworks"
      className="flex min-h-0 flex-col border-line bg-surface py-2 text-sm max-sm:max-h-44 max-sm:border-b sm:border-r"
    >
      <div className="flex-none px-2 pb-1">
        <input
          type="text"
          role="searchbox"
          aria-label="Find a framework"
          placeholder="Find a framework"
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => event.key === 'Escape' && setText('')}
          className="h-7 w-full rounded-md border border-line bg-raised px-2 placeholder:text-ink-3 hover:border-line-strong"
        />
        {/* Who goes by keyboard has some forty frameworks to pass, else. */}
        <button
          type="button"
          onClick={onSkip}
          className="not-focus:sr-only mt-1 h-7 w-full rounded-md border border-line bg-raised px-2 text-left text-ink"
        >
          Skip to the instructions
        </button>
      </div>
      <div ref={list} className="min-h-0 flex-1 overflow-y-auto px-2">
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
