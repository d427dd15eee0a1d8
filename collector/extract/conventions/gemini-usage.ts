import { MAX_COUNT, type Draft } from '../draft.ts';
import { memberNumber } from '../json-scan.ts';

/**
 * Reads the `usageMetadata` of Gemini's API, which opens at `at` in `json`: it counts thoughts beside the candidates, and what
 * tools' answers cost beside the prompt. Cached tokens are in the prompt.
 */
export function readGeminiUsage(json: string, at: number, draft: Draft): void {
  const count = (name: string, snake: string): number | null => {
    const value = memberNumber(json, at, name) ?? memberNumber(json, at, snake);
    return value !== null && Number.isInteger(value) && value >= 0 && value <= MAX_COUNT ? value : null;
  };
  const add = (a: number | null, b: number | null): number | null =>
    a === null && b === null ? null : (a ?? 0) + (b ?? 0);
  const thoughts = count('thoughtsTokenCount', 'thoughts_token_count');
  draft.inputTokens ??= add(
    count('promptTokenCount', 'prompt_token_count'),
    count('toolUsePromptTokenCount', 'tool_use_prompt_token_count'),
  );
  draft.outputTokens ??= add(count('candidatesTokenCount', 'candidates_token_count'), thoughts);
  draft.totalTokens ??= count('totalTokenCount', 'total_token_count');
  draft.reasoningTokens ??= thoughts;
  draft.cacheReadTokens ??= count('cachedContentTokenCount', 'cached_content_token_count');
}
