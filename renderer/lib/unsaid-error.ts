import { printJson } from './json-preview.ts';
import type { ContentPart, ToolEntry } from './thread.ts';

export type ToolOutcome = { readonly has_error: boolean; readonly status_message: string | null };

/**
 * Why the tool's span failed, where neither the result nor what came with it says so: a command that failed may have
 * recorded all that it wrote, and its error in the status alone.
 */
export function unsaidError(
  entry: ToolEntry,
  span: ToolOutcome | null,
): Extract<ContentPart, { type: 'error' }> | null {
  const message = span?.has_error === true ? (span.status_message ?? '').trim() : '';
  if (message === '' || entry.extra.some((part) => part.type === 'error')) return null;
  // Some write a stack behind the message, and a type before it.
  const [firstLine = ''] = message.split('\n');
  const reason = firstLine.replace(/^[\w.]+: /, '').trim();
  const { response, extra } = entry;
  const said = [
    ...(response === null ? [] : [textOf(response.response)]),
    ...extra.map((part) => (part.type === 'text' ? part.content : '')),
  ];
  if (said.some((text) => text.includes(reason))) return null;
  return { type: 'error', name: null, message, stacktrace: null };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : printJson(value));
