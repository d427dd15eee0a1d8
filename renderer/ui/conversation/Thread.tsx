import { memo, useContext, useEffect, useMemo, useRef } from 'react';
import { entryAgent, isSameEntry, speakingAgents, type ThreadEntry } from '../../lib/thread.ts';
import { holdInPlace, onNextInput } from '../kept/hold-in-place.ts';
import { NOTHING_SOUGHT, SoughtContext } from '../text/sought.ts';
import { scrollingPanes } from './scrolling-panes.ts';
import { FactsContext, type ConversationContext, type EntryProps, type FactsOf } from './context.ts';
import { revealWords } from './find-ranges.ts';
import { FoundContext, LedToContext } from './found.ts';
import { MessageEntryView } from './MessageEntryView.tsx';
import { Placeholder } from './Placeholder.tsx';
import { estimateHeight, inPieces } from './thread-pieces.ts';
import { IN_ITS_PANE, mainEntry, revealEntries } from './reveal.ts';
import { ToolEntryView } from './ToolEntryView.tsx';
import { useDrawn } from './use-drawn.ts';

type Props = {
  readonly entries: readonly ThreadEntry[];
  /** The span that each entry stands for (entrySpans). */
  readonly spans: ReadonlyMap<string, string>;
  readonly selected: ReadonlySet<string>;
  /**
   * Changes when another span was chosen elsewhere: the selected entries then come into view, the main one where not all
   * of them fit, unless a search leads to one (FoundContext).
   */
  readonly revealKey: string | null;
  readonly context: ConversationContext;
  /** The spans that the screen has loaded. */
  readonly factsOf: FactsOf;
  /** False for a thread that begins below the window: then nothing of it is drawn before it comes near. */
  readonly isAtTop?: boolean;
};

/**
 * A conversation, entry by entry. Of a long one only what is near the window is drawn (`useDrawn`): what comes in above
 * leaves it as it is, so that the browser holds it in its place.
 */
export function Thread(props: Props) {
  const { entries, spans, selected, revealKey, context, factsOf, isAtTop = true } = props;
  const agents = useMemo(() => speakingAgents(entries), [entries]);
  const list = useRef<HTMLDivElement>(null);
  const found = useContext(FoundContext);
  const { at, visits } = useContext(LedToContext);
  const isLedTo = at !== null && entries.some((entry) => entry.id === at);
  const chosen = useMemo(() => entries.filter(({ id }) => selected.has(id)), [entries, selected]);
  const target = isLedTo ? at : mainEntry(chosen, spans, factsOf)?.id;
  const targetKey = isLedTo ? `${at} ${visits}` : revealKey;
  /** The choice that somebody has gone on from before there was anything of it. */
  const leftKey = useRef<string | null>(null);
  useEffect(() => {
    if (leftKey.current === targetKey) return;
    leftKey.current = null;
    if (targetKey === null) return;
    // It may come later: not before the eyes of somebody who has gone on meanwhile.
    if (target === undefined)
      return onNextInput(() => {
        leftKey.current = targetKey;
      });
    const reveal = (): void => {
      if (list.current === null) return;
      if (!isLedTo) {
        const ids = chosen.map(({ id }) => id);
        return revealEntries(list.current, ids, target);
      }
      const entry = list.current.querySelector(`[data-entry="${CSS.escape(target)}"]`);
      if (entry && !revealWords(entry, found.words)) entry.scrollIntoView(IN_ITS_PANE);
    };
    const [pane] = list.current === null ? [] : scrollingPanes(list.current);
    return pane && holdInPlace(pane, reveal);
    // Only another choice scrolls; messages that arrive later must not.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [targetKey, target === undefined]);
  const first = useMemo(() => (isAtTop ? (inPieces(entries)[0] ?? []) : []), [entries, isAtTop]);
  const atOnce = [...first, ...entries.filter(({ id }) => id === target)].map(({ id }) => id);
  const { ids: drawn, heights, draw } = useDrawn(list, atOnce);
  return (
    <FactsContext value={factsOf}>
      <div ref={list} className="@container/thread grid min-w-0 grid-cols-1 gap-2.5">
        {inPieces(entries, drawn).map((piece) => {
          const [entry] = piece;
          if (!drawn.has(entry.id))
            return (
              <Placeholder
                key={`before ${entry.id}`}
                room={{ entries: piece, height: estimateHeight(piece, heights) }}
                onNear={() => draw(piece.map(({ id }) => id))}
              />
            );
          const spanId = spans.get(entry.id) ?? '';
          return (
            <SoughtContext
              key={entry.id}
              value={entry.id === at && found.entries.has(at) ? found.words : NOTHING_SOUGHT}
            >
              <Entry
                entry={entry}
                spanId={spanId}
                facts={factsOf(spanId)}
                agentIndex={agents.indexOf(entryAgent(entry) ?? '')}
                isSelected={selected.has(entry.id)}
                context={context}
              />
            </SoughtContext>
          );
        })}
      </div>
    </FactsContext>
  );
}

// A live update makes new entries of the same messages: only those that changed are drawn again.
const Entry = memo(
  function Entry({ entry, ...rest }: EntryProps) {
    return entry.kind === 'message' ? (
      <MessageEntryView entry={entry} {...rest} />
    ) : (
      <ToolEntryView entry={entry} {...rest} />
    );
  },
  (before, after) =>
    isSameEntry(before.entry, after.entry) &&
    before.spanId === after.spanId &&
    before.facts === after.facts &&
    before.agentIndex === after.agentIndex &&
    before.isSelected === after.isSelected &&
    before.context === after.context,
);
