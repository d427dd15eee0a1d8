import { Fragment } from 'react';
import { showHidden } from '../lib/text.ts';

type Props = { readonly names: readonly string[]; readonly className?: string };

/** Names in one line in their order, however each is written; all of them on hover. */
export function NameList({ names, className = 'text-ink-2' }: Props) {
  if (names.length === 0) return null;
  return (
    <span title={showHidden(names.join(', '))} className={className}>
      {names.map((name, index) => (
        <Fragment key={index}>
          {index > 0 && ', '}
          <bdi>{showHidden(name)}</bdi>
        </Fragment>
      ))}
    </span>
  );
}
