import type { Attributes } from '../../decode/records.ts';
import { clip, inputPreview, outputPreview } from '../preview.ts';

const MAX_MESSAGES = 64;

/** The keys of message N, made once: they are asked for on every model call. */
interface MessageKeys {
  readonly role: string;
  readonly content: string;
  /** Where the instrumentation of Cohere for JavaScript has the question. */
  readonly user: string;
  readonly finishReason: string;
}

const messageKeys = (list: string): readonly MessageKeys[] =>
  Array.from({ length: MAX_MESSAGES }, (_, index) => ({
    role: `${list}.${index}.role`,
    content: `${list}.${index}.content`,
    user: `${list}.${index}.user`,
    finishReason: `${list}.${index}.finish_reason`,
  }));

const PROMPTS = [messageKeys('gen_ai.prompt'), messageKeys('llm.prompts')];
const COMPLETIONS = [messageKeys('gen_ai.completion'), messageKeys('llm.completions')];

/** First 200 characters of the first user message in OpenLLMetry's `gen_ai.prompt.N.*`; null when there is none with text. */
export function firstPrompt(attributes: Attributes): string | null {
  for (const list of PROMPTS) {
    for (const keys of list) {
      const role = attributes.string(keys.role);
      const content = attributes.string(keys.content) ?? attributes.string(keys.user);
      if (role === undefined && content === undefined) break;
      const text =
        role?.toLowerCase() === 'user' && content !== undefined ? textOf(content, inputPreview) : null;
      if (text !== null) return text;
    }
  }
  return null;
}

/** First 200 characters of the last answer with text in `gen_ai.completion.N.*`; a thought is none. */
export function lastCompletion(attributes: Attributes): string | null {
  let last: string | null = null;
  for (const list of COMPLETIONS) {
    for (const keys of list) {
      const role = attributes.string(keys.role);
      const content = attributes.string(keys.content);
      if (role === undefined && content === undefined) break;
      if (role !== 'thinking' && content !== undefined) last = textOf(content, outputPreview) ?? last;
    }
  }
  return last;
}

/** Why each choice ended; null where none says it. */
export function completionReasons(attributes: Attributes): readonly string[] | null {
  const reasons = COMPLETIONS.flatMap((list) => {
    const found: string[] = [];
    for (const keys of list) {
      if (!attributes.has(keys.role) && !attributes.has(keys.finishReason)) break;
      const reason = attributes.string(keys.finishReason);
      if (reason !== undefined) found.push(reason);
    }
    return found;
  });
  return reasons.length === 0 ? null : reasons;
}

/** A content that is a list of blocks is written as its JSON. */
function textOf(content: string, preview: (value: string) => string | null): string | null {
  return content.startsWith('[{') ? preview(content) : clip(content);
}
