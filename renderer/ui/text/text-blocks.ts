import { cutText } from '../../lib/text.ts';

/** A text in pieces of at most 20,000 characters: cut after line ends, where there is none after a space, else anywhere. */
export function inBlocks(text: string): readonly string[] {
  const blocks: string[] = [];
  for (let rest = text; rest !== ''; rest = rest.slice(blocks.at(-1)?.length)) {
    const { shown, hidden } = cutText(rest);
    const end = hidden === 0 ? 0 : shown.lastIndexOf('\n') + 1 || shown.lastIndexOf(' ') + 1;
    blocks.push(end === 0 ? shown : shown.slice(0, end));
  }
  return blocks;
}

/** About how many lines a text takes. */
export function estimateLines(text: string): number {
  return Math.max(text.split('\n').length, Math.ceil(text.length / 100));
}
