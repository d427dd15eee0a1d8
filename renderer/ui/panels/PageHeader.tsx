import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { useCommandPalette } from '../keyboard/command-palette.ts';
import { Kbd } from '../controls/Kbd.tsx';
import { MOD_KEY } from '../keyboard/mod-key.ts';

type Props = {
  /** The way to this page, the page itself last. */
  readonly crumbs: readonly ReactNode[];
  /** How many things the page lists. */
  readonly count?: ReactNode;
  /** What a page has of its own to search and to narrow; the way to the command palette is small beside it. */
  readonly children?: ReactNode;
  readonly hasOwnSearch?: boolean;
};

/** The bar on top of every page: where you are on the left, what you can do on the right. */
export function PageHeader({ crumbs, count, children, hasOwnSearch = false }: Props) {
  return (
    <header className="flex min-h-11 flex-none items-center gap-x-3 gap-y-1.5 border-b border-line px-4 max-sm:flex-wrap max-sm:py-2">
      {crumbs.length === 1 ? (
        <h1 className="min-w-0 truncate font-medium">{crumbs[0]}</h1>
      ) : (
        <Breadcrumb crumbs={crumbs} />
      )}
      {count}
      {/* On a narrow screen a line of its own. */}
      <div className="flex flex-1 items-center justify-end gap-2 max-sm:order-last max-sm:basis-full max-sm:flex-wrap max-sm:empty:hidden">
        {children}
      </div>
      <PaletteButton isSmall={hasOwnSearch} />
    </header>
  );
}

function PaletteButton({ isSmall }: { readonly isSmall: boolean }) {
  const open = useCommandPalette();
  return (
    <button
      type="button"
      onClick={open}
      title={`Search or jump to an id (${MOD_KEY} K)`}
      className={classNames(
        'ml-auto flex h-7 flex-none items-center gap-2 rounded-md border border-line bg-surface px-2 text-sm text-ink-3 hover:border-line-strong hover:text-ink',
        !isSmall && 'w-62 max-lg:w-auto',
      )}
    >
      <span className={isSmall ? 'sr-only' : 'max-lg:sr-only'}>Search or jump to an id</span>
      <span className="ml-auto flex gap-0.5">
        <Kbd>{MOD_KEY}</Kbd>
        <Kbd>K</Kbd>
      </span>
    </button>
  );
}

function Breadcrumb({ crumbs }: { readonly crumbs: readonly ReactNode[] }) {
  return (
    // Where the header may wrap, a long name would, and leave the palette's button a line of its own.
    <nav aria-label="Breadcrumb" className="min-w-0 max-sm:flex-[1_1_0]">
      <ol className="flex min-w-0 items-center gap-1.5 text-md text-ink-3">
        {crumbs.map((crumb, index) => (
          <li
            key={index}
            aria-current={index === crumbs.length - 1 ? 'page' : undefined}
            // What gives way is the page's own name: the way back stays whole.
            className="flex flex-none items-center gap-1.5 last:min-w-0 last:shrink last:font-medium last:text-ink"
          >
            {index > 0 && (
              <span aria-hidden className="font-normal text-ink-3">
                /
              </span>
            )}
            <span dir="auto" className="truncate">
              {crumb}
            </span>
          </li>
        ))}
      </ol>
    </nav>
  );
}
