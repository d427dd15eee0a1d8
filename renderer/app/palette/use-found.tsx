import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { MessageSquareText } from 'lucide-react';
import type { TraceSummary } from '../../../collector/contract/traces.ts';
import { sessionPageQuery, tracePageQuery } from '../../api/queries.ts';
import { writeFilters, type Condition } from '../../lib/filters.ts';
import { showHidden } from '../../lib/text.ts';
import type { Option } from '../../ui/controls/OptionList.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { StatusDot } from '../../ui/traces/StatusDot.tsx';
import { useFirstAnswer } from '../../ui/use-first-answer.ts';
import { useSettled } from '../../ui/use-settled.ts';
import type { PaletteOptions } from './command.ts';
import { TraceLabel } from '../../ui/traces/TraceLabel.tsx';

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
  const found = (include_nongenai: boolean) =>
    tracePageQuery(project, {
      limit: MOST_FOUND,
      include_nongenai,
      filters: filters({ key: 'trace_name', op: 'contains', value: asked }),
    });
  const listedQuery = useQuery(found(false));
  const allQuery = useQuery({ ...found(true), enabled: asked !== '' });
  const sessionQuery = useQuery({
    ...sessionPageQuery(project, {
      limit: MOST_FOUND,
      filters: filters({ key: 'session_id', op: 'contains', value: asked }),
    }),
    enabled: asked !== '',
  });
  const listed = useFirstAnswer(asked, listedQuery)?.data;
  const all = useFirstAnswer(asked, allQuery)?.data;
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
  const chats = (text === '' ? [] : (sessions?.data ?? [])).map((session): Option => ({
    id: `session ${session.session_id}`,
    group: 'Sessions',
    icon: <MessageSquareText size={14} aria-hidden />,
    label: showHidden(session.session_id),
    hint: <RelativeTime iso={session.end_time} />,
    onPick: () => openSession(session.session_id),
  }));
  return [
    ...chats,
    ...(listed ?? []).map((trace) => traceOption(trace, text === '' ? 'Recent traces' : 'Traces')),
    ...(text === '' ? [] : unlisted(listed, all)).map((trace) => traceOption(trace, 'Traces without AI')),
  ];
}

/** Nothing where there are more of `listed` than were asked for: one of `all` may be among the rest. */
function unlisted(
  listed: readonly TraceSummary[] | undefined,
  all: readonly TraceSummary[] = [],
): readonly TraceSummary[] {
  if (listed === undefined || listed.length === MOST_FOUND) return [];
  const known = new Set(listed.map(({ trace_id }) => trace_id));
  return all.filter(({ trace_id }) => !known.has(trace_id));
}

function TraceMark({ trace }: { readonly trace: TraceSummary }) {
  return (
    <span className="grid w-3.5 place-items-center">
      <StatusDot of={trace} />
    </span>
  );
}
