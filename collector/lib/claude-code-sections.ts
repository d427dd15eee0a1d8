/** What stands in place of content that was not to be recorded. */
export const REDACTED = '<REDACTED>';

/** Content of Claude Code's stands under one, its kind first and then what it is of: `[TOOL INPUT: Bash]`. */
export const HEADING = /^\[(USER|USER PROMPT|TOOL RESULT|TOOL INPUT)(?:: ([^\]\n]*))?\]\n/;

/**
 * What stands between two sections of Claude Code's `new_context`: a rule before the next one's heading. A rule alone may be the
 * person's own.
 */
export const BETWEEN_SECTIONS = /\n\n---\n\n(?=\[(?:USER|USER PROMPT|TOOL RESULT: [^\]\n]*)\]\n)/;
