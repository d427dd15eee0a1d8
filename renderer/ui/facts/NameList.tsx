import { Fragment } from 'react';
import { showHidden } from '../../lib/text.ts';
import { classNames } from '../class-names.ts';

type Props = { readonly names: readonly string[]; readonly className?: string };

/**
 * Names in one line in their order, however each is written; all of them on hover. The line runs as its first name does, and
 * is cut at that name's end: in one that runs otherwise it would be cut at its beginning.
 */
export function NameList({ names, className = 'text-ink-2' }: Props) {
  const [first, ...others] = names;
  if (first === undefined) return null;
  return (
    <span
      dir="auto"
      title={showHidden(names.join(', '))}
      className={classNames('block min-w-0 truncate text-left', className)}
    >
      {showHidden(first)}
      {others.map((name, index) => (
        <Fragment key={index}>
          , <bdi>{showHidden(name)}</bdi>
        </Fragment>
      ))}
    </span>
  );
}
