import { Link } from '@tanstack/react-router';
import { showHidden } from '../../lib/text.ts';
import { classNames } from '../class-names.ts';

type Props = {
  readonly project: string;
  readonly sessionId: string;
  /** -1 inside a grid whose rows take the focus. */
  readonly tabIndex?: 0 | -1;
  /** All of it, in as many lines as it takes. */
  readonly isWhole?: boolean;
};

/** A session by its id, which leads to it. */
export function SessionLink({ project, sessionId, tabIndex = 0, isWhole = false }: Props) {
  return (
    <Link
      to="/p/$project/sessions/$sessionId"
      params={{ project, sessionId }}
      tabIndex={tabIndex}
      dir="auto"
      title={isWhole ? undefined : showHidden(sessionId)}
      className={classNames('text-accent hover:underline', !isWhole && 'block truncate text-left')}
    >
      {showHidden(sessionId)}
    </Link>
  );
}
