import { memo, useEffect, useMemo, useRef, useState } from 'react';
import { entryAgent, inPieces, isSameEntry, speakingAgents, type ThreadEntry } from '../../lib/thread.ts';
import { FactsContext, type ConversationContext, type EntryProps, type FactsOf } from './context.ts';
import { MessageEntryView } from './MessageEntryView.tsx';
import { Placeholder } from './Placeholder.tsx';
import { ToolEntryView } from './ToolEntryView.tsx';

/** So many entries are drawn at once, and together when they come near the window. */
const PIECE = 20;
/** About the height of an entry. */
export const ENTRY_PX = 96;
const SETTLE_MS = 250;

type Props = {
  readonly entries: readonly ThreadEntry[];
  /** The span that each entry stands for (entrySpans). */
  readonly spans: ReadonlyMap<string, string>;
  readonly selected: ReadonlySet<string>;
  /** Changes when another span was chosen elsewhere: the first selected entry then comes into view. */
  readonly revealKey: string | null;
  readonly context: ConversationContext;
  /** The spans that the screen has loaded. */
  readonly factsOf: FactsOf;
  /** False for a thread that begins below the window: then nothing of it is drawn before it comes near. */
  readonly isAtTop?: boolean;
};

/**
 * A conversation, entry by entry. Of a long one only what came near the window is drawn, and stays: what comes in above
 * leaves it as it is, so that the browser holds it in its place.
 */
export function Thread(props: Props) {
  const { entries, spans, selected, revealKey, context, factsOf, isAtTop = true } = props;
  const agents = useMemo(() => speakingAgents(entries), [entries]);
  const list = useRef<HTMLDivElement>(null);
  const firstSelected = entries.find((entry) => selected.has(entry.id))?.id;
  useEffect(() => {
    if (revealKey === null || firstSelected === undefined) return;
    const reveal = (): void =>
      list.current
        ?.querySelector(`[data-entry="${CSS.escape(firstSelected)}"]`)
        ?.scrollIntoView({ block: 'nearest' });
    reveal();
    // Images and Markdown above it take their room a moment later.
    const timer = setTimeout(reveal, SETTLE_MS);
    return () => clearTimeout(timer);
    // Only another choice scrolls; messages that arrive later must not.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [revealKey, firstSelected === undefined]);
  const atOnce = entries
    .filter((entry, at) => (isAtTop && at < PIECE) || entry.id === firstSelected)
    .map(({ id }) => id);
  const [drawn, setDrawn] = useState<ReadonlySet<string>>(() => new Set(atOnce));
  if (atOnce.some((id) => !drawn.has(id))) setDrawn(new Set([...drawn, ...atOnce]));
  const draw = (piece: readonly ThreadEntry[]): void =>
    setDrawn((before) => new Set([...before, ...piece.map(({ id }) => id)]));
  return (
    <FactsContext value={factsOf}>
      <div ref={list} className="grid min-w-0 grid-cols-1 gap-2.5">
        {inPieces(entries, drawn, PIECE).map((piece) => {
          const [entry] = piece;
          if (!drawn.has(entry.id))
            return (
              <Placeholder
                key={`before ${entry.id}`}
                height={piece.length * ENTRY_PX}
                onNear={() => draw(piece)}
              />
            );
          const spanId = spans.get(entry.id) ?? '';
          return (
            <Entry
              key={entry.id}
              entry={entry}
              spanId={spanId}
              facts={factsOf(spanId)}
              agentIndex={agents.indexOf(entryAgent(entry) ?? '')}
              isSelected={selected.has(entry.id)}
              context={context}
            />
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
