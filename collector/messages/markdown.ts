import type { Conversation, Message, MessagePart } from '../contract/messages.ts';
import { REDACTED, type Source } from '../contract/named-data.ts';
import { refusalOf, sourcesOf } from './asides.ts';

/** What stands above a conversation. */
export interface MarkdownHead {
  readonly title: string;
  /** Facts in the order in which they are shown; null ones are left out. */
  readonly facts: readonly (readonly [name: string, value: string | null])[];
}

/** A conversation as Markdown for people and models to read: what was said in order, calls and results in fences. */
export function conversationMarkdown({ title, facts }: MarkdownHead, conversation: Conversation): string {
  const known = facts.filter(([, value]) => value !== null);
  return [
    `# ${oneLine(title)}`,
    ...(known.length === 0 ? [] : [known.map(([name, value]) => `- ${name}: ${oneLine(value!)}`).join('\n')]),
    ...conversation.messages.flatMap((message) => [
      `## ${heading(message)}`,
      ...message.parts.map(partMarkdown),
    ]),
  ]
    .join('\n\n')
    .concat('\n');
}

function heading({ role, agent_name: agent, model, timestamp }: Message): string {
  return [role, agent, model, timestamp]
    .filter((text) => text !== null)
    .map(oneLine)
    .join(' · ');
}

function partMarkdown(part: MessagePart): string {
  switch (part.type) {
    case 'text':
      return part.content;
    case 'reasoning':
      return quote(`*Reasoning:* ${part.content}`);
    case 'tool_call':
      return `**Tool call** ${named(part.name, part.id)}\n\n${fenced(part.arguments)}`;
    case 'tool_call_response':
      return `**Tool ${part.is_error ? 'error' : 'result'}** ${named(part.name ?? '', part.id)}\n\n${fenced(part.response)}`;
    case 'blob':
      return `*[${part.modality}, ${part.mime_type ?? 'unknown type'}, ${part.content.length} characters of base64]*`;
    case 'uri':
      return `*[${part.modality}]* ${code(part.uri)}`;
    case 'file':
      return `*[${part.modality}, file]* ${code(part.file_id)}`;
    case 'error':
      return `**Error** ${part.name === null ? '' : `${code(part.name)} `}${part.message}${
        part.stacktrace === null ? '' : `\n\n${fenced(part.stacktrace)}`
      }`;
    case 'data':
      return dataMarkdown(part);
  }
}

function dataMarkdown(part: Extract<MessagePart, { type: 'data' }>): string {
  const refusal = refusalOf(part);
  if (refusal !== undefined) return `**Refused:** ${refusal}`;
  if (part.name === REDACTED) return quote('*Reasoning (redacted)*');
  const sources = sourcesOf(part);
  if (sources !== undefined) return ['**Sources**', '', ...sources.map(sourceMarkdown)].join('\n');
  return `**${oneLine(part.name ?? 'data')}**\n\n${fenced(part.content)}`;
}

function sourceMarkdown({ title, url, quote: words }: Source, index: number): string {
  const names = [title === null ? null : oneLine(title), url === null ? null : code(url)];
  const known = names.filter((name) => name !== null).join(', ');
  return `${index + 1}. ${known === '' ? 'unnamed' : known}${words === null ? '' : `: ${code(words)}`}`;
}

const named = (name: string, id: string | null): string =>
  [name === '' ? '' : code(name), id === null ? '' : `(${code(id)})`].filter((text) => text !== '').join(' ');

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

const quote = (text: string): string =>
  text
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n');

/** Longer than any run of backticks inside, as CommonMark wants it. */
function ticks(text: string, least: number): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  return '`'.repeat(Math.max(least, longest + 1));
}

function code(text: string): string {
  const line = oneLine(text);
  const around = ticks(line, 1);
  const space = line.startsWith('`') || line.endsWith('`') ? ' ' : '';
  return `${around}${space}${line}${space}${around}`;
}

function fenced(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  const fence = ticks(text, 3);
  return `${fence}${typeof value === 'string' ? '' : 'json'}\n${text}\n${fence}`;
}
