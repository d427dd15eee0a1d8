import type { AttributeValue } from '../../decode/records.ts';
import { SCAN_LIMIT, eachElement, memberStart, skipBlank, stringHead } from '../json-scan.ts';
import { textAt } from '../message-text.ts';
import { clip } from '../preview.ts';

const ANSWER = 'gen_ai.assistant.message';

/** The text of the `gen_ai.choice` that ends a call's list of events; the answers before it are history. */
export function choicePreview(events: AttributeValue | undefined): string | null {
  if (typeof events !== 'string') return null;
  const message = lastChoice(events);
  return message < 0 ? null : previewAt(events, message);
}

/**
 * The same of who may write the answer as messages of the assistant that end the list, as Logfire does of OpenAI's Responses
 * API. Of a list that is too long to be looked through nobody knows what ends it.
 */
export function answerPreview(events: AttributeValue | undefined): string | null {
  if (typeof events !== 'string' || events.length > SCAN_LIMIT) return choicePreview(events);
  const message = lastChoice(events);
  return message < 0 ? lastAnswer(events) : previewAt(events, message);
}

/** Where the message of the last choice begins; -1 where there is none. */
function lastChoice(events: string): number {
  let message = -1;
  eachEvent(events, (start, limit) => {
    message = Math.max(message, memberStart(events, start, 'message', limit));
  });
  return message;
}

function lastAnswer(events: string): string | null {
  let preview: string | null = null;
  eachEvent(events, (start, limit) => {
    const name = memberStart(events, start, 'event.name', limit);
    const isAnswer = name >= 0 && stringHead(events, name, ANSWER.length + 1) === ANSWER;
    preview = isAnswer ? (previewAt(events, start) ?? preview) : null;
  });
  return preview;
}

function eachEvent(events: string, visit: (start: number, limit: number) => void): void {
  const limit = Math.min(events.length, SCAN_LIMIT);
  eachElement(events, skipBlank(events, 0, limit), limit, (start) => {
    if (events.charAt(start) === '{') visit(start, limit);
    return true;
  });
}

function previewAt(events: string, at: number): string | null {
  const text = textAt(events, at, 0);
  return text === null ? null : clip(text);
}
