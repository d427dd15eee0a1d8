import type { SessionDetail } from '../../../collector/contract/sessions.ts';
import type { PromptSize } from './prompt-growth.ts';
import { SummaryHead } from '../../ui/SummaryHead.tsx';
import { PromptGrowth } from './PromptGrowth.tsx';
import { SessionFacts } from './SessionFacts.tsx';
import { SessionStrip } from './SessionStrip.tsx';
import { showHidden } from '../../lib/text.ts';

type Props = {
  readonly project: string;
  readonly session: SessionDetail;
  readonly sizes: readonly PromptSize[];
  /** Brings a trace's part of the conversation into view. */
  readonly onGo: (traceId: string) => void;
};

export function SessionHeader({ project, session, sizes, onGo }: Props) {
  return (
    <section aria-label="Summary" className="flex-none border-b border-line px-4 pt-3 pb-2.5">
      <SummaryHead
        title={showHidden(session.session_id)}
        of={session}
        frameworks={session.frameworks}
        id={session.session_id}
        copyLabel="Copy session id"
      />
      <SessionFacts session={session} />
      {session.traces.length > 1 && <SessionStrip session={session} onGo={onGo} />}
      <PromptGrowth project={project} sizes={sizes} />
    </section>
  );
}
