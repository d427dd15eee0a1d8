import { useQuery } from '@tanstack/react-query';
import { ChevronsDownUp, ChevronsUpDown, Code, Search } from 'lucide-react';
import { useEffectEvent, useLayoutEffect, useMemo, useRef } from 'react';
import type { SessionDetail } from '../../../collector/contract/sessions.ts';
import { isRefusedForGood } from '../../api/client.ts';
import { sessionMessagesQuery } from '../../api/queries.ts';
import { roomOf, sectionGroups, sessionSections } from './session-sections.ts';
import { IconButton } from '../../ui/controls/Button.tsx';
import { ConversationSkeleton } from '../../ui/conversation/ConversationSkeleton.tsx';
import { FoundContext, LedToContext } from '../../ui/conversation/found.ts';
import { LazyChunk } from '../../ui/conversation/LazyChunk.tsx';
import { FindBar } from '../../ui/text/FindBar.tsx';
import { ALL_FOLDED, isFolded, NONE_FOLDED, withFolded } from '../../ui/text/folds.ts';
import { ErrorState } from '../../ui/notices/States.tsx';
import { ToggleChip } from '../../ui/controls/ToggleChip.tsx';
import { useKeptPlace } from '../../ui/kept/use-kept-place.ts';
import { useKeptState } from '../../ui/kept/use-kept-state.ts';
import { useShortcuts } from '../../ui/keyboard/use-shortcuts.ts';
import { useSessionFind } from './use-session-find.ts';
import { TraceSection } from './TraceSection.tsx';

type Props = {
  readonly project: string;
  readonly session: SessionDetail;
  /** The trace to go to, anew with each new object. */
  readonly goal?: { readonly traceId: string } | null;
  /** What is searched for in it: the words are marked, and the first of them comes into view. */
  readonly find: string | null;
  /** Absent where the search is another's. */
  readonly onFind?: (text: string | null) => void;
};

/** A session's traces as one conversation, each of them a section that folds. */
export function SessionConversation({ project, session, goal = null, find, onFind }: Props) {
  const pane = useRef<HTMLDivElement>(null);
  const messages = useQuery(sessionMessagesQuery(project, session.session_id));
  // Each of its traces can still be read by itself.
  const isTooLarge = messages.data === undefined && isRefusedForGood(messages.error);
  const sections = useMemo(
    () => sessionSections(session.traces, messages.data?.messages ?? []),
    [session.traces, messages.data],
  );
  const groups = useMemo(() => sectionGroups(sections), [sections]);
  const { found, ledTo, ledToTrace, ...places } = useSessionFind(sections, find);
  useKeptPlace(pane, `session ${session.session_id} ${ledTo.at}`, messages.data !== undefined);
  const [isPlain, setIsPlain] = useKeptState(`raw text of ${session.session_id}`, false);
  const [folds, setFolds] = useKeptState(`folds of ${session.session_id}`, NONE_FOLDED);
  const toggle = (traceId: string): void => setFolds(withFolded(folds, [traceId], !isFolded(folds, traceId)));
  const unfold = useEffectEvent((traceId: string | null): void => {
    if (traceId !== null) setFolds(withFolded(folds, [traceId], false));
  });
  useLayoutEffect(() => {
    if (ledTo.at !== null) unfold(ledToTrace);
  }, [ledTo, ledToTrace]);
  useShortcuts(onFind === undefined ? {} : { '/': () => onFind(find ?? '') });
  useLayoutEffect(() => {
    if (goal === null) return;
    unfold(goal.traceId);
    const section = pane.current?.querySelector(`[data-trace="${CSS.escape(goal.traceId)}"]`);
    section?.scrollIntoView();
    section?.querySelector('button')?.focus({ preventScroll: true });
  }, [goal]);
  return (
    <>
      <div className="@container/tabs flex h-9 flex-none items-center gap-1 border-b border-line px-4 text-sm">
        <h2 className="mr-auto font-medium">Conversation</h2>
        {onFind !== undefined && (
          <IconButton label="Search inside the session (/)" onClick={() => onFind(find ?? '')}>
            <Search size={14} aria-hidden />
          </IconButton>
        )}
        <IconButton label="Fold all traces" onClick={() => setFolds(ALL_FOLDED)}>
          <ChevronsDownUp size={14} aria-hidden />
        </IconButton>
        <IconButton label="Unfold all traces" onClick={() => setFolds(NONE_FOLDED)}>
          <ChevronsUpDown size={14} aria-hidden />
        </IconButton>
        <ToggleChip
          label="Raw text"
          icon={<Code size={13} aria-hidden />}
          isOn={isPlain}
          onToggle={setIsPlain}
        />
      </div>
      {onFind !== undefined && find !== null && (
        <FindBar
          find={{ text: find, setText: onFind, ...places }}
          what="session"
          placeholder="What was said"
          searched={'[role="region"][aria-label="Conversation"]'}
        />
      )}
      <div
        ref={pane}
        role="region"
        aria-label="Conversation"
        tabIndex={0}
        className="page-pane overflow-auto focus-visible:-outline-offset-2"
      >
        {messages.error !== null && messages.data === undefined && (
          <ErrorState
            title="The conversation could not be loaded"
            error={messages.error}
            onRetry={() => void messages.refetch()}
          />
        )}
        {messages.error === null && messages.data === undefined && <ConversationSkeleton />}
        {(messages.data !== undefined || isTooLarge) && (
          <FoundContext value={found}>
            <LedToContext value={ledTo}>
              <div className="pb-8">
                {groups.map((sections, group) => (
                  <LazyChunk
                    // A group has no name of its own: what is drawn of it stays when traces move from one to the next.
                    // oxlint-disable-next-line react/no-array-index-key
                    key={group}
                    isShown={
                      group === 0 ||
                      sections.some(({ trace }) => [goal?.traceId, ledToTrace].includes(trace.trace_id))
                    }
                    room={() => roomOf(sections, (traceId) => isFolded(folds, traceId))}
                  >
                    {() =>
                      sections.map((section, index) => (
                        <TraceSection
                          key={section.trace.trace_id}
                          project={project}
                          section={section}
                          isTold={!isTooLarge}
                          isPlain={isPlain}
                          isOpen={!isFolded(folds, section.trace.trace_id)}
                          onToggle={() => toggle(section.trace.trace_id)}
                          isAtTop={group === 0 && index < 2}
                          isLedTo={section.trace.trace_id === ledToTrace}
                        />
                      ))
                    }
                  </LazyChunk>
                ))}
              </div>
            </LedToContext>
          </FoundContext>
        )}
      </div>
    </>
  );
}
