/**
 * What stands between two sections of Claude Code's `new_context`: a rule before the next one's heading. A rule alone may be the
 * person's own.
 */
export const BETWEEN_SECTIONS = /\n\n---\n\n(?=\[(?:USER|USER PROMPT|TOOL RESULT: [^\]\n]*)\]\n)/;
