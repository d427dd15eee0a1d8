/**
 * Whether a text is rendered as Markdown: not where that would show the same as plain text, which spares most messages
 * the parser, nor where the parser would hold up the window.
 */
export function isMarkdown(text: string): boolean {
  return looksLikeMarkdown(text) && !isTangled(text);
}

function looksLikeMarkdown(text: string): boolean {
  // Only blanks before a marker: any white space would be looked through to its end again from each line of it.
  return /[*_`#|~<]|\]\(|https?:|^[ \t]*(?:[-+>]|\d+[.)])\s|\n\s*\n/m.test(text);
}

/** What the parser looks through all others of its paragraph for. */
const DELIMITERS = /[*_~[\]\n]/g;

/** What surely begins another paragraph: an empty line, or an item of a list without numbers. */
const NEXT_PARAGRAPH = /\n(?:[ \t\r]*\n| {0,3}[-+*] +(?=\S))/;

/** Pairs of them in all paragraphs together; pages of documentation have a twentieth of it. */
const MOST_PAIRS = 9_000_000;

/** Lists and quotes that one line opens inside each other: the parser calls itself for each. */
const DEEP_LINE = /^(?:[ \t]*(?:>|(?:[-+*]|\d+[.)])(?=[ \t]))){50}/m;

/** Whether parsing takes a time that grows with the square of the text; nobody wrote such a text to be read. */
function isTangled(text: string): boolean {
  if (DEEP_LINE.test(text)) return true;
  const pairs = text
    .split(NEXT_PARAGRAPH)
    .reduce((sum, paragraph) => sum + (paragraph.match(DELIMITERS)?.length ?? 0) ** 2, 0);
  return pairs > MOST_PAIRS;
}
