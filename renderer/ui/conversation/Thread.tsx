import { memo, useEffect, useRef } from 'react';
import { inChunks, type ThreadEntry } from '../../lib/thread.ts';
import type { ConversationContext } from './context.ts';
import { LazyChunk } from './LazyChunk.tsx';
import { MessageEntryView } from './MessageEntryView.tsx';
import { ToolEntryView } from './ToolEntryView.tsx';

const CHUNK = 40;
const SETTLE_MS = 250;

type Props = {
  readonly entries: readonly ThreadEntry[];
  /** The span that each entry stands for (entrySpans). */
  readonly spans: ReadonlyMap<string, string>;
  readonly selected: ReadonlySet<string>;
  /** Changes when another span was chosen elsewhere: the first selected entry then comes into view. */
  readonly revealKey: string | null;
  readonly context: ConversationContext;
};

/** A conversation, entry by entry. Of a long one only what is near the window is drawn. */
export function Thread({ entries, spans, selected, revealKey, context }: Props) {
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
  return (
    <div ref={list} className="grid min-w-0 grid-cols-1 gap-2.5">
      {inChunks(entries, CHUNK).map((chunk, index) => (
        <LazyChunk
          key={chunk[0]?.id ?? index}
          isShown={index < 2 || chunk.some((entry) => entry.id === firstSelected)}
          estimatedHeight={chunk.length * 96}
        >
          {() =>
            chunk.map((entry) => (
              <Entry
                key={entry.id}
                entry={entry}
                spanId={spans.get(entry.id) ?? ''}
                isSelected={selected.has(entry.id)}
                context={context}
              />
            ))
          }
        </LazyChunk>
      ))}
    </div>
  );
}

type EntryProps = {
  readonly entry: ThreadEntry;
  readonly spanId: string;
  readonly isSelected: boolean;
  readonly context: ConversationContext;
};

const Entry = memo(function Entry({ entry, spanId, isSelected, context }: EntryProps) {
  return entry.kind === 'message' ? (
    <MessageEntryView entry={entry} isSelected={isSelected} context={context} />
  ) : (
    <ToolEntryView entry={entry} spanId={spanId} isSelected={isSelected} context={context} />
  );
});
