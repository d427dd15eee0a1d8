import { costWords } from './words.ts';
import type { Conversation, Message, MessagePart } from './messages.ts';
import { namedData, type Source } from './named-data.ts';

/** Whose conversation it is; a session's has no trace. */
export interface Told {
  readonly title: string;
  readonly trace_id: string | null;
}

/** JSON of a value on several lines. */
export type Print = (value: unknown) => string;

const print: Print = (value) => JSON.stringify(value, null, 2);

/**
 * A conversation as Markdown for people and models to read: what was said in order, calls and results in fences. `printed` writes
 * what is no text, for those whose numbers JSON.stringify can't write.
 */
export function conversationMarkdown(
  { title, trace_id }: Told,
  { messages, meta }: Conversation,
  printed: Print = print,
): string {
  const facts = [
    ['Trace', trace_id],
    ['First message', meta.start_time],
    ['Last message', meta.end_time],
    ['Tokens', meta.total_tokens === 0 ? null : String(meta.total_tokens)],
    ['Cost', isCosted(meta) ? costWords(meta.total_cost, meta.unpriced_calls) : null],
  ] as const;
  const known = facts.filter(([, value]) => value !== null);
  return [
    `# ${oneLine(title)}`,
    ...(known.length === 0 ? [] : [known.map(([name, value]) => `- ${name}: ${oneLine(value!)}`).join('\n')]),
    ...messages.flatMap((message) => [
      `## ${messageHeading(message)}`,
      ...message.parts.map((part) => partMarkdown(part, printed)),
    ]),
  ]
    .join('\n\n')
    .concat('\n');
}

const isCosted = ({ total_cost, unpriced_calls }: Conversation['meta']): boolean =>
  total_cost > 0 || unpriced_calls > 0;

/** Who says it, with which model, and when. */
export function messageHeading({ role, name, agent_name: agent, model, timestamp }: Message): string {
  // Of a user an agent's name only says whom it was said to.
  const who = name ?? (role === 'user' ? null : agent);
  return [role, who, model, timestamp]
    .filter((text) => text !== null)
    .map(oneLine)
    .join(' · ');
}

/** One part of a message, as `conversationMarkdown` has it. */
export function partMarkdown(part: MessagePart, printed: Print): string {
  switch (part.type) {
    case 'text':
      return part.content;
    case 'reasoning':
      return part.content === '' ? '*Reasoning, not recorded*' : quote(`*Reasoning:* ${part.content}`);
    case 'tool_call':
      return `**Tool call** ${named(part.name, part.id)}\n\n${fenced(part.arguments, printed)}`;
    case 'tool_call_response':
      return `**Tool ${part.is_error ? 'error' : 'result'}** ${named(part.name ?? '', part.id)}\n\n${fenced(part.response, printed)}`;
    case 'blob':
      return `*[${oneLine(`${part.modality}, ${part.mime_type ?? 'unknown type'}`)}, ${part.content.length} characters of base64]*`;
    case 'uri':
      // What a data address holds is no more for reading than a blob is.
      return part.uri.startsWith('data:')
        ? `*[${oneLine(part.modality)}, ${part.uri.length} characters of a data address]*`
        : `*[${oneLine(part.modality)}]* ${code(part.uri)}`;
    case 'file':
      return `*[${oneLine(part.modality)}, file]* ${code(part.file_id)}`;
    case 'error':
      return errorMarkdown(part, printed);
    case 'data':
      return dataMarkdown(part, printed);
  }
}

/** What failed often tells what came from elsewhere: the page that a server answered with, a tool's output. */
function errorMarkdown(
  { name, message, stacktrace }: Extract<MessagePart, { type: 'error' }>,
  printed: Print,
): string {
  const head = `**Error**${name === null ? '' : ` ${code(name)}`}`;
  return [
    LINE_BREAK.test(message) ? `${head}\n\n${fenced(message, printed)}` : `${head} ${message}`,
    ...(stacktrace === null ? [] : [fenced(stacktrace, printed)]),
  ].join('\n\n');
}

function dataMarkdown(part: Extract<MessagePart, { type: 'data' }>, printed: Print): string {
  const known = namedData(part);
  switch (known?.kind) {
    case 'refusal':
      return `**Refused:** ${known.text}`;
    case 'reminders':
      return quote(`*System reminder:* ${known.text}`);
    case 'redacted':
      return quote('*Reasoning (redacted)*');
    case 'citations':
      return ['**Sources**', '', ...known.sources.map(sourceMarkdown)].join('\n');
    case 'documents':
    case 'evaluation':
    case undefined:
      return `**${oneLine(part.name ?? 'data')}**\n\n${fenced(part.content, printed)}`;
  }
}

function sourceMarkdown({ title, url, quote: words }: Source, index: number): string {
  const names = [title === null ? null : oneLine(title), url === null ? null : code(url)];
  const known = names.filter((name) => name !== null).join(', ');
  return `${index + 1}. ${known === '' ? 'unnamed' : known}${words === null ? '' : `: ${code(words)}`}`;
}

const named = (name: string, id: string | null): string =>
  [name === '' ? '' : code(name), id === null ? '' : `(${code(id)})`].filter((text) => text !== '').join(' ');

/** Markdown ends a line at a lone CR as well. */
const LINE_BREAK = /\r\n?|\n/;

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

const quote = (text: string): string =>
  text
    .split(LINE_BREAK)
    .map((line) => `> ${line}`)
    .join('\n');

/** Longer than any run of backticks inside, as CommonMark wants it. */
function ticks(text: string, least: number): string {
  let longest = 0;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return '`'.repeat(Math.max(least, longest + 1));
}

function code(text: string): string {
  const line = oneLine(text);
  const around = ticks(line, 1);
  const space = line.startsWith('`') || line.endsWith('`') ? ' ' : '';
  return `${around}${space}${line}${space}${around}`;
}

function fenced(value: unknown, printed: Print): string {
  const text = typeof value === 'string' ? value : printed(value);
  const fence = ticks(text, 3);
  return `${fence}${typeof value === 'string' ? '' : 'json'}\n${text}\n${fence}`;
}
