import type { SessionDetail } from '../../../collector/contract/sessions.ts';
import { plural } from '../../lib/format.ts';
import { frameworkLabel } from '../../lib/frameworks.ts';
import type { PromptSize } from './prompt-growth.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Pill } from '../../ui/Pill.tsx';
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
      <div className="flex min-w-0 items-center gap-x-2.5 gap-y-1 max-sm:flex-wrap">
        <h1
          dir="auto"
          className="truncate max-sm:w-full text-xl font-[620] tracking-[-0.015em]"
          title={showHidden(session.session_id)}
        >
          {showHidden(session.session_id)}
        </h1>
        {session.has_error ? (
          <Pill tone="error">{plural(Math.max(1, session.error_count), 'error')}</Pill>
        ) : (
          <Pill tone="ok">OK</Pill>
        )}
        {session.frameworks.map((framework) => (
          <Pill key={framework}>{frameworkLabel(framework)}</Pill>
        ))}
        {session.environment !== null && <Pill>{showHidden(session.environment)}</Pill>}
        <span className="-ml-1.5">
          <CopyButton text={session.session_id} label="Copy session id" small />
        </span>
      </div>
      <SessionFacts session={session} />
      {session.traces.length > 1 && <SessionStrip session={session} onGo={onGo} />}
      <PromptGrowth project={project} sizes={sizes} />
    </section>
  );
}
