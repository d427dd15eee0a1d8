import { cutText } from '../../lib/text.ts';
import type { ThreadEntry } from '../../lib/thread.ts';

export type Piece = readonly [ThreadEntry, ...ThreadEntry[]];

/** So many entries are drawn at once, or fewer of so many characters: Markdown takes its time. */
const MOST_ENTRIES = 20;
const MOST_CHARACTERS = 60_000;
/** About the height of an entry, and of each character beyond its first line. */
const ENTRY_PX = 96;
const CHARACTER_PX = 0.2;
/** Between two entries. */
const GAP_PX = 10;

/** A thread as it is drawn: each drawn entry by itself, what is not drawn between them in pieces to draw at once. */
export function inPieces(
  entries: readonly ThreadEntry[],
  drawn: ReadonlySet<string> = new Set<string>(),
): readonly Piece[] {
  const pieces: [ThreadEntry, ...ThreadEntry[]][] = [];
  let characters = 0;
  for (const entry of entries) {
    const last = pieces.at(-1);
    const own = shownCharacters(entry);
    const hasRoom = last !== undefined && last.length < MOST_ENTRIES && characters + own <= MOST_CHARACTERS;
    if (hasRoom && !drawn.has(last[0].id) && !drawn.has(entry.id)) {
      last.push(entry);
      characters += own;
    } else {
      pieces.push([entry]);
      characters = own;
    }
  }
  return pieces;
}

/** About the height of entries that are not drawn, or what it was when they were. */
export function estimateHeight(
  entries: readonly ThreadEntry[],
  heights: ReadonlyMap<string, number> = new Map<string, number>(),
): number {
  const gaps = Math.max(0, entries.length - 1) * GAP_PX;
  const heightOf = (entry: ThreadEntry): number =>
    heights.get(entry.id) ?? ENTRY_PX - GAP_PX + shownCharacters(entry) * CHARACTER_PX;
  return entries.reduce((sum, entry) => sum + heightOf(entry), gaps);
}

/** How much text an entry shows before anything in it is unfolded. */
function shownCharacters(entry: ThreadEntry): number {
  if (entry.kind === 'tool') return 0;
  return entry.parts.reduce(
    (sum, part) => sum + (part.type === 'text' ? cutText(part.content).shown.length : 0),
    0,
  );
}
