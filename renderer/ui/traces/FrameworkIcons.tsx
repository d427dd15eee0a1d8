import { frameworkLabel, frameworkLetters } from '../../lib/frameworks.ts';

/** Of more frameworks than that the last square says how many more: what they stand beside wants the room. */
const MOST_SQUARES = 2;

/** The frameworks behind a row as small squares of letters; their names are what screen readers hear. */
export function FrameworkIcons({ slugs }: { readonly slugs: readonly string[] }) {
  const shown = slugs.length > MOST_SQUARES ? slugs.slice(0, MOST_SQUARES - 1) : slugs;
  const others = slugs.slice(shown.length);
  return (
    <>
      {shown.map((slug) => (
        <Square key={slug} letters={frameworkLetters(slug)} name={frameworkLabel(slug)} />
      ))}
      {others.length > 0 && (
        <Square letters={`+${others.length}`} name={others.map(frameworkLabel).join(', ')} />
      )}
    </>
  );
}

function Square({ letters, name }: { readonly letters: string; readonly name: string }) {
  return (
    <span
      role="img"
      aria-label={name}
      title={name}
      className="grid h-4 min-w-[18px] flex-none place-items-center self-center rounded-sm border px-px border-line-strong bg-surface text-[9px] leading-none font-bold tracking-tight whitespace-nowrap text-ink-2"
    >
      {letters}
    </span>
  );
}
