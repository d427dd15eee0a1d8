import { shownName } from '../../lib/text.ts';

const MOST_NAMES = 5;

/** The names of what is about to be deleted, the first few of many. */
export function GoingList({ names }: { readonly names: readonly string[] }) {
  const hidden = names.length - MOST_NAMES;
  return (
    <ul className="mb-2 border-l-2 border-line pl-2.5 text-ink">
      {names.slice(0, MOST_NAMES).map((name, index) => (
        <li key={index} dir="auto" className="truncate text-left">
          {shownName(name)}
        </li>
      ))}
      {hidden > 0 && <li className="text-ink-2">and {hidden} more</li>}
    </ul>
  );
}
