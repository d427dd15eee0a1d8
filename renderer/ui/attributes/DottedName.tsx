import { Fragment } from 'react';
import { showHidden } from '../../lib/text.ts';

/** A key that breaks after its dots and underscores rather than in the middle of a word. */
export function DottedName({ name }: { readonly name: string }) {
  return showHidden(name)
    .split(/(?<=[._])/)
    .map((piece, index) => (
      <Fragment key={index}>
        {piece}
        <wbr />
      </Fragment>
    ));
}
