import { firstLine, showHidden } from '../lib/text.ts';

type Props = { readonly input: string | null; readonly output: string | null };

/** What was asked and what came of it, in one line; each gets half when both are long. */
export function Preview({ input, output }: Props) {
  if (input === null && output === null) return <span className="text-ink-3">–</span>;
  return (
    <span className="flex min-w-0 items-baseline gap-1.5">
      {input !== null && (
        <span dir="auto" title={showHidden(input)} className="max-w-[60%] flex-none truncate text-ink">
          {firstLine(input)}
        </span>
      )}
      <span aria-hidden className="flex-none text-ink-3">
        →
      </span>
      <span
        dir="auto"
        title={output === null ? undefined : showHidden(output)}
        className="min-w-0 truncate text-ink-2"
      >
        {output === null ? '' : firstLine(output)}
      </span>
    </span>
  );
}
