import type { Message } from '../../../collector/contract/messages.ts';
import { printJson } from '../../lib/json-preview.ts';
import { parseJsonText } from '../../lib/text.ts';
import {
  buildThread,
  type ContentPart,
  type MessageEntry,
  type ThreadEntry,
  type ToolEntry,
} from '../../lib/thread.ts';

/** A text of an entry under the name of what it is. */
export type Section = {
  readonly name: 'Text' | 'Reasoning' | 'Calls' | 'Arguments' | 'Result' | 'Error' | 'Data';
  readonly text: string;
};

/** An entry of a conversation as it is compared with another's: what was said, not when, by which call or under which id. */
export type CompareItem = {
  readonly entry: ThreadEntry;
  /** Entries of one kind may stand beside each other: the same role, the same tool. */
  readonly kind: string;
  /** The same for two entries that say the same. */
  readonly key: string;
  readonly sections: readonly Section[];
  /** Images and files. */
  readonly media: readonly ContentPart[];
};

/** A conversation as items to compare; each tool call and its result is one. */
export function compareItems(messages: readonly Message[]): CompareItem[] {
  return buildThread(messages).map((entry) => {
    const parts = entry.kind === 'message' ? entry.parts : entry.extra;
    const kind = entry.kind === 'message' ? entry.message.role : `tool ${entry.name}`;
    const sections = entry.kind === 'message' ? messageSections(entry) : toolSections(entry);
    const media = parts.filter(isMedia);
    return { entry, kind, sections, media, key: JSON.stringify([kind, sections, media]) };
  });
}

type Media = Extract<ContentPart, { type: 'blob' | 'uri' | 'file' }>;

function isMedia(part: ContentPart): part is Media {
  return part.type === 'blob' || part.type === 'uri' || part.type === 'file';
}

function messageSections({ parts, calls }: MessageEntry): Section[] {
  return [
    ...parts.flatMap(sectionOf),
    ...(calls.length === 0 ? [] : [{ name: 'Calls', text: calls.join(', ') } as const]),
  ];
}

function toolSections({ call, response, extra }: ToolEntry): Section[] {
  return [
    ...(call === null ? [] : [{ name: 'Arguments', text: textOf(call.arguments) } as const]),
    ...(response === null ? [] : [{ name: 'Result', text: textOf(response.response) } as const]),
    ...extra.flatMap(sectionOf),
  ];
}

function sectionOf(part: ContentPart): Section[] {
  switch (part.type) {
    case 'text':
      return [{ name: 'Text', text: part.content }];
    case 'reasoning':
      return [{ name: 'Reasoning', text: part.content }];
    case 'error':
      return [{ name: 'Error', text: part.name === null ? part.message : `${part.name}: ${part.message}` }];
    case 'data':
      return [{ name: 'Data', text: `${part.name ?? ''} ${textOf(part.content)}`.trim() }];
    case 'blob':
    case 'uri':
    case 'file':
      return [];
  }
}

/** JSON in lines, whether it came as text or not, so that two of them differ where their values do. */
function textOf(value: unknown): string {
  if (typeof value !== 'string') return printJson(value);
  const json = parseJsonText(value);
  return json === undefined ? value : printJson(json);
}
