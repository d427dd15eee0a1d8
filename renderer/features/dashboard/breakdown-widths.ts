import type { BreakdownBy } from '../../lib/search.ts';

/** What goes first where the room is short: numbers are never cut, and of the names something must be left. */
const FROM_WIDTH: Readonly<Record<string, string>> = {
  traces: '@max-[560px]/breakdown:hidden',
  llm_calls: '@max-[360px]/breakdown:hidden',
  errors: '@max-[460px]/breakdown:hidden',
  input_tokens: '@max-[980px]/breakdown:hidden',
  output_tokens: '@max-[980px]/breakdown:hidden',
  first_token: '@max-[980px]/breakdown:hidden',
  tool_calls: '@max-[760px]/breakdown:hidden',
  p50: '@max-[560px]/breakdown:hidden',
  p95: '@max-[760px]/breakdown:hidden',
};
const FROM_WIDTH_OF_TOOL: Readonly<Record<string, string>> = {
  traces: '@max-[560px]/breakdown:hidden',
  errors: '@max-[460px]/breakdown:hidden',
  p95: '@max-[360px]/breakdown:hidden',
};

/** The classes of a column. */
export function fromWidth(by: BreakdownBy, field: string): string | undefined {
  return (by === 'tool' ? FROM_WIDTH_OF_TOOL : FROM_WIDTH)[field];
}
