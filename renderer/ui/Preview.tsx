import { firstLine, showHidden } from '../lib/text.ts';
import { FromTo } from './FromTo.tsx';

type Props = { readonly input: string | null; readonly output: string | null };

/** What was asked and what came of it, in one line. */
export function Preview({ input, output }: Props) {
  if (input === null && output === null) return <span className="text-ink-3">–</span>;
  return (
    <FromTo
      from={input !== null && <Words text={input} className="text-ink" />}
      to={output !== null && <Words text={output} className="text-ink-2" />}
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
