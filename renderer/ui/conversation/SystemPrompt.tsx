import type { ReactNode } from 'react';
import { plural } from '../../lib/format.ts';
import type { PromptSummary } from '../../lib/system-prompt.ts';
import { Fold } from '../Fold.tsx';

type Props = {
  readonly summary: PromptSummary;
  /** What it says, made when it is unfolded. */
  readonly children: () => ReactNode;
  /** All of what it says: a search that leads to words in it unfolds it. */
  readonly says?: string;
  readonly isOpen?: boolean;
  readonly onToggle?: (isOpen: boolean) => void;
  readonly tabIndex?: number;
};

/** A system prompt behind its first line: it is long, and the same from call to call. */
export function SystemPrompt({ summary, children, ...fold }: Props) {
  return (
    <Fold
      {...fold}
      summary={
        <span className="flex gap-1.5">
          <span dir="auto" className="min-w-0 truncate">
            {summary.firstLine}
          </span>{' '}
          <span className="num flex-none">{plural(summary.characters, 'character')}</span>
        </span>
      }
    >
      {children}
    </Fold>
  );
}
