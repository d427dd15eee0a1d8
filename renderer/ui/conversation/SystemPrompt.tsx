import type { ReactNode } from 'react';
import type { PromptSummary } from '../../lib/system-prompt.ts';
import { Fold } from '../text/Fold.tsx';
import { FoldedText } from './FoldedText.tsx';

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
    <Fold {...fold} summary={<FoldedText {...summary} />}>
      {children}
    </Fold>
  );
}
