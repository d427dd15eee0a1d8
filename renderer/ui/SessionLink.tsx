import { Link } from '@tanstack/react-router';
import { showHidden } from '../lib/text.ts';

type Props = {
  readonly project: string;
  readonly sessionId: string;
  /** -1 inside a grid whose rows take the focus. */
  readonly tabIndex?: 0 | -1;
};

/** A session by its id, which leads to it. */
export function SessionLink({ project, sessionId, tabIndex = 0 }: Props) {
  return (
    <Link
      to="/p/$project/sessions/$sessionId"
      params={{ project, sessionId }}
      tabIndex={tabIndex}
      className="text-accent hover:underline"
    >
      {showHidden(sessionId)}
    </Link>
  );
}
