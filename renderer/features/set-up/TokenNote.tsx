import type { ReactNode } from 'react';
import { Snippet } from '../../ui/text/Snippet.tsx';

type Props = {
  /** What the line to paste is called. */
  readonly label: string;
  readonly text: string;
  /** Who needs a token, and what to do with it. */
  readonly children: ReactNode;
};

/** The part of the setup about a token, where one is asked for. */
export function TokenNote({ label, text, children }: Props) {
  return (
    <div className="rounded-md border border-warn/50 bg-warn-soft px-3 py-2.5 text-sm">
      <p className="mb-2">{children}</p>
      <Snippet label={label} text={text} />
    </div>
  );
}
