import type { Message } from '../../../collector/contract/messages.ts';
import { namedData, type Source } from '../../../collector/contract/named-data.ts';
import { describeBlob } from '../../lib/blob.ts';
import { printJson } from '../../lib/json-preview.ts';
import { sourceName } from '../../lib/source-name.ts';
import { safeLink } from '../../lib/text.ts';
import { buildThread, type ContentPart, type ThreadEntry } from '../../lib/thread.ts';

const ROLES: Readonly<Record<Message['role'], string>> = {
  system: 'System',
  user: 'User',
  assistant: 'Assistant',
  tool: 'Tool',
};

/** A conversation as a Markdown document: who spoke as headings, tool calls with their results as code blocks. */
export function conversationMarkdown(title: string, messages: readonly Message[]): string {
  const sections = buildThread(messages).map(entryMarkdown);
  return `${[`# ${oneLine(title)}`, ...sections].join('\n\n')}\n`;
}

function entryMarkdown(entry: ThreadEntry): string {
  if (entry.kind === 'message') {
    const { message, parts } = entry;
    const who = message.name ?? (message.role === 'user' ? null : message.agent_name);
    const head = `## ${ROLES[message.role]}${who === null ? '' : ` (${oneLine(who)})`}`;
    return [head, ...parts.map(partMarkdown)].join('\n\n');
  }
  const call = entry.call === null ? [] : ['Arguments:', block(entry.call.arguments)];
  const result = entry.response === null ? ['No result.'] : ['Result:', block(entry.response.response)];
  return [`## Tool: ${oneLine(entry.name)}`, ...call, ...result, ...entry.extra.map(partMarkdown)].join(
    '\n\n',
  );
}

function partMarkdown(part: ContentPart): string {
  switch (part.type) {
    case 'text':
      return part.content;
    case 'reasoning':
      return part.content === ''
        ? '*Reasoning, not recorded*'
        : `*Reasoning:*\n\n${part.content.replace(/^/gm, '> ')}`;
    case 'blob':
      return `*[${describeBlob(part)}]*`;
    case 'uri':
      return part.uri.startsWith('data:') ? `*[${part.modality}]*` : `<${part.uri}>`;
    case 'file':
      return `*[${part.modality} ${part.file_id}]*`;
    case 'error':
      return block([part.name, part.message, part.stacktrace].filter((text) => text !== null).join('\n'));
    case 'data':
      return dataMarkdown(part);
  }
}

function dataMarkdown(part: Extract<ContentPart, { type: 'data' }>): string {
  const named = namedData(part);
  switch (named?.kind) {
    case 'refusal':
      return `*Refused:*\n\n${named.text}`;
    case 'redacted':
      return '*Reasoning, redacted*';
    case 'citations':
      return ['*Sources:*', '', ...named.sources.map(sourceMarkdown)].join('\n');
    case 'documents':
    case 'evaluation':
    case undefined:
      return block(part.content);
  }
}

/** The address is written out, so that nothing that a span says becomes a link under another name. */
function sourceMarkdown(source: Source, index: number): string {
  const address = source.url === null ? null : safeLink(source.url);
  return `${index + 1}. ${oneLine(sourceName(source))}${address === null ? '' : ` <${address}>`}`;
}

/** A fenced block whose fence is longer than any in the content. */
function block(value: unknown): string {
  const text = typeof value === 'string' ? value : printJson(value);
  const longest = [...text.matchAll(/`+/g)].reduce((most, [run]) => Math.max(most, run.length), 2);
  const fence = '`'.repeat(longest + 1);
  return `${fence}${typeof value === 'string' ? '' : 'json'}\n${text}\n${fence}`;
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
