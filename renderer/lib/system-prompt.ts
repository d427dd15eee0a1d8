import type { MessagePart } from '../../collector/contract/messages.ts';
import { firstLine } from './text.ts';

/** What is shown of a system prompt while it is folded. */
export type PromptSummary = { readonly firstLine: string; readonly characters: number };

const MOST_SHOWN = 90;

export function summarizePrompt(parts: readonly MessagePart[]): PromptSummary {
  const text = parts.map((part) => (part.type === 'text' ? part.content : '')).join('\n');
  return { firstLine: firstLine(text, MOST_SHOWN), characters: text.length };
}
