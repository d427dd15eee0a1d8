import { useCallback, useMemo } from 'react';
import type { TraceTreeDetail } from '../../../collector/contract/traces.ts';
import { traceQuery } from '../../api/queries.ts';
import type { TraceWithTree } from '../../api/trace-with-tree.ts';
import { formatCount } from '../../lib/format.ts';
import type { FactsOf } from '../conversation/context.ts';
import { FoundContext, foundEntries, LedToContext, type Found, type LedTo } from '../conversation/found.ts';
import { TraceConversation } from '../conversation/TraceConversation.tsx';
import { useMatches } from '../conversation/use-matches.ts';
import { Fact, Facts } from '../facts/Facts.tsx';
import { FailureLine } from '../notices/FailureLine.tsx';
import { NameList } from '../facts/NameList.tsx';
import { Cost, Tokens } from '../facts/Numbers.tsx';
import { RelativeTime } from '../RelativeTime.tsx';
import { PanelLink } from './PanelLink.tsx';
import { ReadPanel } from './ReadPanel.tsx';
import { SessionLink } from '../traces/SessionLink.tsx';
import { StatusDot } from '../traces/StatusDot.tsx';
import { TraceDuration } from '../traces/TraceDuration.tsx';
import { shownName } from '../../lib/text.ts';
import { NarrowName } from '../traces/NarrowName.tsx';

type Props = {
  readonly project: string;
  readonly traceId: string;
  /** Its messages are marked. */
  readonly spanId?: string | null;
  /** What is searched for in it: the words are marked, and the first of them comes into view. */
  readonly find?: string | undefined;
  readonly onClose: () => void;
};

/** A trace beside the list: its facts and its conversation. */
export function TracePanel({ project, traceId, spanId = null, find, onClose }: Props) {
  return (
    <ReadPanel
      what="trace"
      id={traceId}
      query={traceQuery(project, traceId)}
      goneCodes={['TRACE_NOT_FOUND']}
      renderTitle={(trace) => trace && <Title trace={trace} />}
      onClose={onClose}
      actions={
        <PanelLink
          to="/p/$project/traces/$traceId"
          params={{ project, traceId }}
          search={{ span: spanId ?? undefined, find }}
          title="Open the trace (Enter)"
        >
          Open trace
        </PanelLink>
      }
    >
      {(trace) => <Loaded key={traceId} project={project} trace={trace} spanId={spanId} find={find} />}
    </ReadPanel>
  );
}

function Title({ trace }: { readonly trace: TraceTreeDetail }) {
  return (
    <>
      <StatusDot of={trace} />
      <span dir="auto" className="truncate" title={shownName(trace.trace_name)}>
        <NarrowName name={trace.trace_name} />
      </span>
    </>
  );
}

type LoadedProps = {
  readonly project: string;
  readonly trace: TraceWithTree;
  readonly spanId: string | null;
  readonly find: string | undefined;
};

function Loaded({ project, trace, spanId, find }: LoadedProps) {
  const { byId } = trace.tree;
  const factsOf: FactsOf = useCallback((id) => byId.get(id)?.span ?? undefined, [byId]);
  const { found, ledTo } = useFoundIn(project, trace, factsOf, find);
  return (
    <>
      <div className="flex-none border-b border-line px-4 pb-2">
        <Facts>
          <Fact name="Duration">
            <TraceDuration trace={trace} />
          </Fact>
          <Fact name="Spans">{formatCount(trace.span_count)}</Fact>
          {trace.total_tokens > 0 && (
            <Fact name="Tokens">
              <Tokens usage={trace} />
            </Fact>
          )}
          {trace.total_cost > 0 && (
            <Fact name="Cost">
              <Cost costs={trace} />
            </Fact>
          )}
          {trace.models.length > 0 && (
            <Fact name="Models">
              <NameList names={trace.models} className="" />
            </Fact>
          )}
          {trace.session_id !== null && (
            <Fact name="Session">
              <SessionLink project={project} sessionId={trace.session_id} />
            </Fact>
          )}
          <Fact name="Started">
            <RelativeTime iso={trace.start_time} />
          </Fact>
        </Facts>
      </div>
      <FailureLine project={project} trace={trace} />
      <FoundContext value={found}>
        <LedToContext value={ledTo}>
          <TraceConversation project={project} trace={trace} factsOf={factsOf} selectedId={spanId} />
        </LedToContext>
      </FoundContext>
    </>
  );
}

function useFoundIn(
  project: string,
  { trace_id: traceId, tree }: TraceWithTree,
  factsOf: FactsOf,
  find: string | undefined,
): { readonly found: Found; readonly ledTo: LedTo } {
  const { words, matches } = useMatches({ project, traceId, tree, factsOf, text: find ?? null });
  return useMemo(() => {
    const entries = foundEntries(matches);
    const [at = null] = entries;
    return { found: { words, entries }, ledTo: { at, visits: 0 } };
  }, [words, matches]);
}
