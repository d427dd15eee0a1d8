/** What stands in place of content that was not to be recorded. */
export const REDACTED = '<REDACTED>';

/** A piece of a text: what the program says, which stands between tags of its own, or words of a person's around these. */
export interface Piece {
  readonly text: string;
  readonly isProgram: boolean;
}

/** What the program says ends at the last closing tag before it speaks again, since it may quote one. */
export function piecesOf(text: string, open: string, close: string): readonly Piece[] {
  const pieces: Piece[] = [];
  const addWords = (said: string): void => {
    const words = said.trim();
    if (words !== '') pieces.push({ text: words, isProgram: false });
  };
  const [before = '', ...spoken] = text.split(open);
  addWords(before);
  let begun: string[] = [];
  for (const part of spoken) {
    const end = part.lastIndexOf(close);
    begun.push(end < 0 ? part : part.slice(0, end));
    if (end < 0) continue;
    pieces.push({ text: begun.join(open).trim(), isProgram: true });
    addWords(part.slice(end + close.length));
    begun = [];
  }
  if (begun.length > 0) addWords(`${open}${begun.join(open)}`);
  return pieces;
}

/** What the program prompts the model with when work in the background ends stands in it. */
const NOTICE = '<task-notification>';

/** A prompt that the program began, a person's words behind and between its notices; undefined where a person asks. */
export function noticesIn(prompt: string): readonly Piece[] | undefined {
  if (!prompt.trimStart().startsWith(NOTICE)) return undefined;
  const pieces = piecesOf(prompt, NOTICE, '</task-notification>');
  return pieces[0]?.isProgram === true ? pieces : undefined;
}

const SUMMARY = '<summary>';

/** What stands for a prompt in one line: a person's words; a notice of the program's has a line of its own, behind ids and paths. */
export function headlineOf(prompt: string): string {
  const pieces = noticesIn(prompt) ?? [];
  const words = pieces.find(({ isProgram }) => !isProgram);
  const notice = (words ?? pieces[0])?.text ?? prompt;
  if (words !== undefined || pieces.length === 0) return notice;
  const start = notice.indexOf(SUMMARY);
  const end = notice.indexOf('</summary>', start);
  return start < 0 || end < 0 ? notice : notice.slice(start + SUMMARY.length, end);
}

/** Content of Claude Code's stands under one, its kind first and then what it is of: `[TOOL INPUT: Bash]`. */
export const HEADING = /^\[(USER|USER PROMPT|TOOL RESULT|TOOL INPUT)(?:: ([^\]\n]*))?\]\n/;

/**
 * What stands between two sections of Claude Code's `new_context`: a rule before the next one's heading. A rule alone may be the
 * person's own.
 */
export const BETWEEN_SECTIONS = /\n\n---\n\n(?=\[(?:USER|USER PROMPT|TOOL RESULT: [^\]\n]*)\]\n)/;
