import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { MessageSquareText } from 'lucide-react';
import type { TraceSummary } from '../../../collector/contract/traces.ts';
import { sessionPageQuery, tracePageQuery } from '../../api/queries.ts';
import { writeFilters, type Condition } from '../../lib/filters.ts';
import type { Option } from '../../ui/OptionList.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { StatusDot } from '../../ui/StatusDot.tsx';
import { useFirstAnswer } from '../../ui/use-first-answer.ts';
import { useSettled } from '../../ui/use-settled.ts';
import type { PaletteOptions } from './command.ts';
import { TraceLabel } from '../../ui/TraceLabel.tsx';

const MOST_FOUND = 6;

/**
 * What the collector finds: the newest traces that their list shows, or those and the sessions whose name contains the text; what has
 * no AI span, which the list leaves out, is told apart.
 */
export function useFound({ project, onClose }: PaletteOptions, text: string): readonly Option[] {
  const navigate = useNavigate();
  const asked = useSettled(text);
  const filters = (filter: Condition): string | undefined =>
    asked === '' ? undefined : writeFilters([filter]);
  const traceQuery = useQuery(
    tracePageQuery(project, {
      limit: MOST_FOUND,
      include_nongenai: asked !== '',
      filters: filters({ key: 'trace_name', op: 'contains', value: asked }),
    }),
  );
  const sessionQuery = useQuery({
    ...sessionPageQuery(project, {
      limit: MOST_FOUND,
      filters: filters({ key: 'session_id', op: 'contains', value: asked }),
    }),
    enabled: asked !== '',
  });
  const traces = useFirstAnswer(asked, traceQuery);
  const sessions = useFirstAnswer(asked, sessionQuery);
  const openTrace = (traceId: string): void => {
    onClose();
    void navigate({ to: '/p/$project/traces/$traceId', params: { project, traceId } });
  };
  const openSession = (sessionId: string): void => {
    onClose();
    void navigate({ to: '/p/$project/sessions/$sessionId', params: { project, sessionId } });
  };
  // An answer to what was typed before is no answer.
  if (asked !== text) return [];
  const traceOption = (trace: TraceSummary, group: string): Option => ({
    id: `trace ${trace.trace_id}`,
    group,
    icon: <TraceMark trace={trace} />,
    label: <TraceLabel trace={trace} />,
    hint: <RelativeTime iso={trace.start_time} />,
    onPick: () => openTrace(trace.trace_id),
  });
  const found = traces?.data ?? [];
  const ofAi = found.filter(({ observation_count }) => observation_count > 0);
  const others = found.filter(({ observation_count }) => observation_count === 0);
  const chats = (text === '' ? [] : (sessions?.data ?? [])).map((session): Option => ({
    id: `session ${session.session_id}`,
    group: 'Sessions',
    icon: <MessageSquareText size={14} aria-hidden />,
    label: session.session_id,
    hint: <RelativeTime iso={session.end_time} />,
    onPick: () => openSession(session.session_id),
  }));
  return [
    ...chats,
    ...ofAi.map((trace) => traceOption(trace, text === '' ? 'Recent traces' : 'Traces')),
    ...others.map((trace) => traceOption(trace, 'Traces without AI')),
  ];
}

function TraceMark({ trace }: { readonly trace: TraceSummary }) {
  return (
    <span className="grid w-3.5 place-items-center">
      <StatusDot errors={trace.error_count} hasError={trace.has_error} isComplete={trace.is_complete} />
    </span>
  );
}
