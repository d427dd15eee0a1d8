import { firstLine, showHidden } from '../../lib/text.ts';
import { Dash } from '../facts/Dash.tsx';
import { FromTo } from './FromTo.tsx';

type Props = {
  readonly input: string | null;
  readonly output: string | null;
  /** Why it failed: it stands in place of what came of it. */
  readonly error?: string | null;
  /** The input stands in the next line as well: what came of it gets the room. */
  readonly isRepeated: boolean;
};

/** What was asked and what came of it, in one line. */
export function Preview({ input, output, error = null, isRepeated }: Props) {
  const came = error ?? output;
  const isShort = isRepeated && came !== null;
  const look = isShort ? 'text-ink' : 'text-ink-2';
  if (input === null && came === null) return <Dash />;
  return (
    <FromTo
      isToFirst={isShort}
      from={input !== null && <Words text={input} className={isShort ? 'text-ink-3' : 'text-ink'} />}
      to={came !== null && <Words text={came} className={error === null ? look : 'text-error'} />}
    />
  );
}

function Words({ text, className }: { readonly text: string; readonly className: string }) {
  return (
    <span dir="auto" title={showHidden(text)} className={`truncate ${className}`}>
      {firstLine(text)}
    </span>
  );
}
