import type { SessionDetail } from '../../../collector/contract/sessions.ts';
import { deleteSession } from '../../api/deletions.ts';
import { plural } from '../../lib/format.ts';
import type { PromptSize } from './prompt-growth.ts';
import { DeleteButton } from '../../ui/panels/DeleteButton.tsx';
import { SummaryHead } from '../../ui/panels/SummaryHead.tsx';
import { PromptGrowth, PromptGrowthSkeleton } from './PromptGrowth.tsx';
import { SessionFacts } from './SessionFacts.tsx';
import { SessionStrip } from './SessionStrip.tsx';
import { showHidden } from '../../lib/text.ts';

type Props = {
  readonly project: string;
  readonly session: SessionDetail;
  /** Null while they are read. */
  readonly sizes: readonly PromptSize[] | null;
  /** Brings a trace's part of the conversation into view. */
  readonly onGo: (traceId: string) => void;
};

export function SessionHeader({ project, session, sizes, onGo }: Props) {
  const { session_id, trace_count } = session;
  return (
    <section aria-label="Summary" className="flex-none border-b border-line px-4 pt-3 pb-2.5">
      <SummaryHead
        title={showHidden(session_id)}
        of={session}
        frameworks={session.frameworks}
        id={session_id}
        copyLabel="Copy session id"
      >
        <DeleteButton
          project={project}
          noun="session"
          name={session_id}
          remove={() => deleteSession(project, session_id)}
        >
          Its {plural(trace_count, 'trace')} with all spans, messages and logs{' '}
          {trace_count === 1 ? 'goes' : 'go'} too.
        </DeleteButton>
      </SummaryHead>
      <SessionFacts project={project} session={session} />
      {session.traces.length > 1 && <SessionStrip session={session} onGo={onGo} />}
      {sizes !== null && <PromptGrowth project={project} sizes={sizes} />}
      {sizes === null && mayGrow(session) && <PromptGrowthSkeleton />}
    </section>
  );
}

/** Whether there will be more than one prompt to show, as far as the traces tell. */
function mayGrow({ input_tokens, traces }: SessionDetail): boolean {
  return input_tokens > 0 && traces.reduce((calls, trace) => calls + trace.llm_call_count, 0) > 1;
}
