import { showHidden, shownName } from '../../lib/text.ts';
import type { ToldApart } from './tell-apart.ts';

const MOST_NAMES = 5;

/** The names of what is about to be deleted, the first few of many. */
export function GoingList({ rows }: { readonly rows: readonly ToldApart[] }) {
  const hidden = rows.length - MOST_NAMES;
  return (
    <ul className="mb-2 space-y-0.5 border-l-2 border-line pl-2.5 text-ink">
      {rows.slice(0, MOST_NAMES).map(({ name, apart }, index) => (
        <li key={index} className="flex items-baseline gap-2">
          <span dir="auto" className="line-clamp-3 min-w-0 wrap-anywhere text-left">
            {shownName(name)}
          </span>{' '}
          {apart !== null && <span className="num flex-none text-xs text-ink-2">{showHidden(apart)}</span>}
        </li>
      ))}
      {hidden > 0 && <li className="text-ink-2">and {hidden} more</li>}
    </ul>
  );
}
