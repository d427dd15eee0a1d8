import { useState } from 'react';
import { formatCount } from '../../lib/format.ts';

/** So many rows of a long list are drawn at first, and with each press. */
export const FIRST_ROWS = 100;
export const MORE_ROWS = 500;

/** How many rows of a long list to draw, and what draws more of them: all at once would stop the window. */
export function useLimit(): [limit: number, showMore: () => void] {
  const [limit, setLimit] = useState(FIRST_ROWS);
  return [limit, () => setLimit(limit + MORE_ROWS)];
}

type Props = {
  /** How many rows are not drawn; without any there is no button. */
  readonly left: number;
  readonly onClick: () => void;
  readonly className?: string;
};

/** The button at the end of what is drawn of a long list. */
export function ShowMore({ left, onClick, className = '' }: Props) {
  if (left <= 0) return null;
  return (
    <button
      type="button"
      onClick={onClick}
      className={`block rounded-sm text-sm text-accent hover:underline ${className}`}
    >
      Show more ({formatCount(left)} left)
    </button>
  );
}
