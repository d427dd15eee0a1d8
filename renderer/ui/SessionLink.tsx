import { Link } from '@tanstack/react-router';

type Props = { readonly project: string; readonly sessionId: string };

/** A session by its id, which leads to it. */
export function SessionLink({ project, sessionId }: Props) {
  return (
    <Link
      to="/p/$project/sessions/$sessionId"
      params={{ project, sessionId }}
      className="text-accent hover:underline"
    >
      {sessionId}
    </Link>
  );
}
