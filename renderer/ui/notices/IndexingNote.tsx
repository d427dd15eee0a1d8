import { Link } from '@tanstack/react-router';
import { showHidden } from '../../lib/text.ts';
import type { Indexing } from '../attributes/attribute-filter.ts';

type Props = {
  readonly project: string;
  readonly attribute: string;
  readonly indexing: Indexing | null;
};

const REINDEX = <code className="font-mono whitespace-nowrap">tracedeck reindex --all</code>;

/** What makes spans findable by an attribute; nothing for one that is indexed. */
export function IndexingNote({ project, attribute, indexing }: Props) {
  if (indexing === null || indexing === 'indexed') return null;
  const key = <code className="font-mono wrap-anywhere">{showHidden(attribute)}</code>;
  if (indexing === 'named') {
    return (
      <>
        No span in the index has {key} yet: those that came before the settings named it are taken in by{' '}
        {REINDEX}.
      </>
    );
  }
  return (
    <>
      To filter by {key}, name it under{' '}
      <Link
        to="/p/$project/settings"
        params={{ project }}
        search={{ group: 'search' }}
        className="whitespace-nowrap text-link"
      >
        Search and filters
      </Link>
      ; {REINDEX} takes in the spans that are here already.
    </>
  );
}
