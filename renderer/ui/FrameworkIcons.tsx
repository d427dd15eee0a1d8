import { frameworkLabel, frameworkLetters } from '../lib/frameworks.ts';

/** The frameworks behind a row as small squares of letters; their names are what screen readers hear. */
export function FrameworkIcons({ slugs }: { readonly slugs: readonly string[] }) {
  return slugs.map((slug) => (
    <span
      key={slug}
      role="img"
      aria-label={frameworkLabel(slug)}
      title={frameworkLabel(slug)}
      className="grid h-4 w-[18px] flex-none place-items-center self-center rounded-sm border border-line-strong bg-surface text-[9px] leading-none font-bold tracking-tight text-ink-2"
    >
      {frameworkLetters(slug)}
    </span>
  ));
}
