import { Fragment } from 'react';
import { CopyButton } from '../controls/CopyButton.tsx';

type Props = { readonly label: string; readonly text: string };

/** Text to paste somewhere, with one button that copies it. Where a line has no room it goes on below: cut, it would look whole. */
export function Snippet({ label, text }: Props) {
  return (
    <div className="flex items-start gap-2 rounded-md border border-line bg-surface text-left">
      <pre
        className="min-w-0 flex-1 px-3 py-2 font-mono text-sm leading-5 wrap-anywhere whitespace-pre-wrap text-ink"
        aria-label={label}
        tabIndex={0}
      >
        <Words text={text} />
      </pre>
      <div className="flex-none p-1.5">
        <CopyButton text={text} label={`Copy ${label}`} small />
      </div>
    </div>
  );
}

/**
 * Browsers end lines after hyphens as well, which would tear an option from its dashes. A word with hyphens is a box of its own,
 * which goes below whole and is broken only where no line has room for it.
 */
function Words({ text }: { readonly text: string }) {
  return text.split(/(\s+)/).map((word, index) =>
    word.includes('-') ? (
      <span key={index} className="inline-block">
        {word}
      </span>
    ) : (
      <Fragment key={index}>{word}</Fragment>
    ),
  );
}
