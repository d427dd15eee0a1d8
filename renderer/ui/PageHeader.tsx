import type { ReactNode } from 'react';

type Props = {
  /** The way to this page, the page itself last. */
  readonly crumbs: readonly ReactNode[];
  readonly children?: ReactNode;
};

/** The bar on top of every page: where you are on the left, what you can do on the right. */
export function PageHeader({ crumbs, children }: Props) {
  return (
    <header className="flex h-11 flex-none items-center gap-3 border-b border-line px-4">
      {crumbs.length === 1 ? (
        <h1 className="truncate font-medium">{crumbs[0]}</h1>
      ) : (
        <Breadcrumb crumbs={crumbs} />
      )}
      <div className="ml-auto flex items-center gap-2">{children}</div>
    </header>
  );
}

function Breadcrumb({ crumbs }: { readonly crumbs: readonly ReactNode[] }) {
  return (
    <nav aria-label="Breadcrumb" className="min-w-0">
      <ol className="flex min-w-0 items-center gap-1.5 text-md text-ink-3">
        {crumbs.map((crumb, index) => (
          <li
            key={index}
            aria-current={index === crumbs.length - 1 ? 'page' : undefined}
            className="flex min-w-0 items-center gap-1.5 last:font-medium last:text-ink"
          >
            {index > 0 && (
              <span aria-hidden className="font-normal text-ink-3">
                /
              </span>
            )}
            <span className="truncate">{crumb}</span>
          </li>
        ))}
      </ol>
    </nav>
  );
}
