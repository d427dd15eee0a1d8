import { scrollingPanes } from './scrolling-panes.ts';
import { wordPlaces } from './word-places.ts';

/** More of them in one entry would only hold up the window. */
const MOST = 1000;

/** Where the words (folded) stand in what an element shows, from the top. */
export function findRanges(element: Element, words: readonly string[], most = MOST): readonly Range[] {
  const nodes = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const ranges: Range[] = [];
  for (let node = nodes.nextNode(); node !== null && ranges.length < most; node = nodes.nextNode())
    for (const { start, end } of wordPlaces(node.nodeValue ?? '', words)) {
      const range = document.createRange();
      range.setStart(node, start);
      range.setEnd(node, end);
      ranges.push(range);
      if (ranges.length === most) break;
    }
  return ranges;
}

/** Brings the first of the words into view, whatever scrolls around it; false where none can be seen. */
export function revealWords(element: Element, words: readonly string[]): boolean {
  const [range] = words.length === 0 ? [] : findRanges(element, words, 1);
  if (range === undefined) return false;
  for (const pane of scrollingPanes(range.startContainer)) scrollInto(pane, range.getBoundingClientRect());
  return true;
}

/** Leaves what is in sight where it is; else it comes to a third of the height. */
function scrollInto(pane: Element, place: DOMRect): void {
  const sight = pane.getBoundingClientRect();
  if (place.top < sight.top || place.bottom > sight.bottom)
    pane.scrollTop += place.top - sight.top - pane.clientHeight / 3;
  if (place.left < sight.left || place.right > sight.right)
    pane.scrollLeft += place.left - sight.left - pane.clientWidth / 3;
}
