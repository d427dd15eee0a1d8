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
  /** What its row is about: it stands out by itself. */
  readonly isTitle?: boolean;
  /** What to search for in the session. */
  readonly find?: string | undefined;
};

/** A session by its id, which leads to it. */
export function SessionLink({
  project,
  sessionId,
  tabIndex = 0,
  isWhole = false,
  isTitle = false,
  find,
}: Props) {
  const shown = showHidden(sessionId);
  return (
    <Link
      to="/p/$project/sessions/$sessionId"
      params={{ project, sessionId }}
      search={{ find }}
      tabIndex={tabIndex}
      dir="auto"
      title={isWhole ? undefined : shown}
      // Of two boxes side by side a name would have a space between them.
      aria-label={isWhole ? undefined : shown}
      className={classNames(
        isTitle ? 'font-[500]' : 'text-accent hover:underline',
        !isWhole && 'flex min-w-0 text-left',
      )}
    >
      {isWhole ? shown : <MiddleCut id={shown} />}
    </Link>
  );
}

/** So many letters of an id's end stay. */
const END = 6;
const HAS_MIDDLE = /^[\u0021-\u007e]{14,}$/;

/**
 * What has no room is left out of an id's middle: those of one program often begin alike. Of texts in other scripts, whose
 * letters join, the end is left out.
 */
function MiddleCut({ id }: { readonly id: string }) {
  const cut = HAS_MIDDLE.test(id) ? id.length - END : id.length;
  return (
    <>
      <span className="truncate">{id.slice(0, cut)}</span>
      {cut < id.length && <span className="shrink-0">{id.slice(cut)}</span>}
    </>
  );
}
