import { Link } from '@tanstack/react-router';
import { writeFilters } from '../../lib/filters.ts';
import { showHidden } from '../../lib/text.ts';
import { classNames } from '../class-names.ts';

type Props = {
  readonly project: string;
  readonly userId: string;
  /** All of it, in as many lines as it takes. */
  readonly isWhole?: boolean;
};

/** A user by their id, which leads to their traces. */
export function UserLink({ project, userId, isWhole = false }: Props) {
  const filters = writeFilters([{ key: 'user_id', op: 'eq', value: userId }]);
  const shown = showHidden(userId);
  return (
    <Link
      to="/p/$project/traces"
      params={{ project }}
      search={{ filters, include_nongenai: true }}
      dir="auto"
      title={isWhole ? undefined : shown}
      className={classNames('text-accent hover:underline', !isWhole && 'block truncate text-left')}
    >
      {shown}
    </Link>
  );
}
