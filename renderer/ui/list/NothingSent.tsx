import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { EmptyState } from '../notices/States.tsx';
import { StoredSoFar } from './StoredSoFar.tsx';

type Props = {
  readonly project: string;
  readonly title: string;
  /** What would be listed. */
  readonly children: ReactNode;
};

/** For a list to whose project nobody has sent anything of its kind. */
export function NothingSent({ project, title, children }: Props) {
  return (
    <EmptyState title={title}>
      <p className="max-w-lg">{children}</p>
      <StoredSoFar project={project} />
      <p>
        <Link to="/p/$project/set-up" params={{ project }} className="text-link">
          See where to send them
        </Link>
      </p>
    </EmptyState>
  );
}
