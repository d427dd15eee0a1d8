import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useCallback, useContext, useDeferredValue, useMemo, useRef, useState, type ReactNode } from 'react';
import type { TraceSummary } from '../../../collector/contract/traces.ts';
import { traceMessagesQuery } from '../../api/queries.ts';
import { entrySpans, indexEntries } from '../../lib/entry-spans.ts';
import type { Progress } from '../../lib/progress.ts';
import { buildThread } from '../../lib/thread.ts';
import { parseTime } from '../../lib/time.ts';
import { EmptyState, ErrorState } from '../notices/States.tsx';
import { useIsOpen } from '../traces/use-progress.ts';
import { useKeptPlace } from '../kept/use-kept-place.ts';
import type { ConversationContext, FactsOf } from './context.ts';
import { ConversationSkeleton } from './ConversationSkeleton.tsx';
import { LedToContext } from './found.ts';
import { Thread } from './Thread.tsx';
import { ToolDefinitions } from './ToolDefinitions.tsx';

type Props = {
  readonly project: string;
  readonly trace: Progress & Pick<TraceSummary, 'trace_id' | 'start_time'>;
  readonly factsOf: FactsOf;
  readonly isPlain?: boolean;
  /** The span whose messages are marked, and come into view when it was chosen elsewhere. */
  readonly selectedId?: string | null;
  readonly onSelect?: (spanId: string) => void;
  /** Stands below the conversation when nothing in it is marked. */
  readonly unmarked?: ReactNode;
};

/** What was said in a trace, with its states while it is read, refused or empty. */
export function TraceConversation(props: Props) {
  return <Conversation key={props.trace.trace_id} {...props} />;
}

function Conversation(props: Props) {
  const { project, trace, factsOf, isPlain = false, selectedId = null, onSelect, unmarked } = props;
  const { data: read, error, refetch } = useQuery(traceMessagesQuery(project, trace.trace_id));
  // A long one is put together bit by bit, between what somebody does meanwhile.
  const data = useDeferredValue(read);
  const entries = useMemo(() => buildThread(data?.messages ?? []), [data]);
  const spans = useMemo(() => entrySpans(entries, factsOf), [entries, factsOf]);
  const entriesOf = useMemo(() => indexEntries(entries, spans), [entries, spans]);
  const selected = useMemo(() => entriesOf(selectedId), [entriesOf, selectedId]);
  // A choice made in here is in sight already: only one made elsewhere scrolls.
  const [chosenHere, setChosenHere] = useState<string | null>(null);
  const choose = useCallback(
    (spanId: string) => {
      setChosenHere(spanId);
      onSelect?.(spanId);
    },
    [onSelect],
  );
  const pane = useRef<HTMLDivElement>(null);
  const { at } = useContext(LedToContext);
  useKeptPlace(pane, `trace ${trace.trace_id} ${selectedId} ${at}`, entries.length > 0);
  const canSelect = onSelect !== undefined;
  const startMs = parseTime(trace.start_time);
  const context: ConversationContext = useMemo(
    () => ({ project, isPlain, startMs, onSelect: canSelect ? choose : undefined }),
    [project, isPlain, startMs, canSelect, choose],
  );
  if (error !== null && data === undefined) {
    return (
      <ErrorState title="The conversation could not be loaded" error={error} onRetry={() => void refetch()} />
    );
  }
  if (data === undefined) return <ConversationSkeleton />;
  if (entries.length === 0) return <NoMessages project={project} trace={trace} />;
  return (
    <>
      <div
        ref={pane}
        role="region"
        aria-label="Conversation"
        tabIndex={0}
        className="min-h-0 flex-1 overflow-auto px-4 pt-3 pb-5 focus-visible:-outline-offset-2"
      >
        <ToolDefinitions tools={data.tools} />
        <Thread
          entries={entries}
          spans={spans}
          selected={selected}
          revealKey={selectedId === chosenHere ? null : selectedId}
          context={context}
          factsOf={factsOf}
        />
      </div>
      {selected.size === 0 && unmarked}
    </>
  );
}

/** A span that runs tells what was said when it ends: until then nobody can say that it was not recorded. */
function NoMessages({ project, trace }: Pick<Props, 'project' | 'trace'>) {
  return !useIsOpen(trace) ? (
    <EmptyState title="No messages in this trace">
      <p>
        Its spans carry no prompts or answers. Many SDKs only send them when content capture is switched on:
        the{' '}
        <Link to="/p/$project/set-up" params={{ project }} search={{ show: 'doctor' }} className="text-link">
          ingest doctor
        </Link>{' '}
        names the setting of those that it knows.
      </p>
    </EmptyState>
  ) : (
    <EmptyState title="No messages in this trace yet">
      <p>
        Not all of its spans have come: what they say shows here as soon as they are sent. Where they never
        say anything, content capture may be switched off.
      </p>
    </EmptyState>
  );
}
