/** What stands in place of content that was not to be recorded. */
export const REDACTED = '<REDACTED>';

/** What the program prompts the model with when work in the background ends stands in it. */
const NOTICE = '<task-notification>';
const NOTICE_END = '</task-notification>';

/** What a prompt of the program's says; undefined where a person asks. */
export function noticeOf(prompt: string): string | undefined {
  const all = prompt.trim();
  return all.startsWith(NOTICE) && all.endsWith(NOTICE_END)
    ? all.slice(NOTICE.length, -NOTICE_END.length).trim()
    : undefined;
}

const SUMMARY = '<summary>';

/** What stands for a prompt in one line: a notice of the program's has one of its own, behind ids and paths. */
export function headlineOf(prompt: string): string {
  const notice = noticeOf(prompt);
  const start = notice?.indexOf(SUMMARY) ?? -1;
  const end = notice?.indexOf('</summary>', start) ?? -1;
  return notice === undefined || start < 0 || end < 0
    ? (notice ?? prompt)
    : notice.slice(start + SUMMARY.length, end);
}

/** Content of Claude Code's stands under one, its kind first and then what it is of: `[TOOL INPUT: Bash]`. */
export const HEADING = /^\[(USER|USER PROMPT|TOOL RESULT|TOOL INPUT)(?:: ([^\]\n]*))?\]\n/;

/**
 * What stands between two sections of Claude Code's `new_context`: a rule before the next one's heading. A rule alone may be the
 * person's own.
 */
export const BETWEEN_SECTIONS = /\n\n---\n\n(?=\[(?:USER|USER PROMPT|TOOL RESULT: [^\]\n]*)\]\n)/;
