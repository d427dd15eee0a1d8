import { Fragment } from 'react';

/** A place at which a name without spaces may go on in the next line: `weather_agent` is wider than what a thread has for it. */
const AFTER_SIGN = /(?<=[_\-./:])(?=.)/;

/** A name for the narrow margin of a thread. */
export function BreakableName({ name }: { readonly name: string }) {
  return (
    <bdi>
      {name.split(AFTER_SIGN).map((piece, index) => (
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {piece}
        </Fragment>
      ))}
    </bdi>
  );
}
