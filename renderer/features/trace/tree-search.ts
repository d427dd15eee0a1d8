import type { Message } from '../../../collector/contract/messages.ts';
import { printJson } from '../../lib/json-preview.ts';
import { spanKindLabel } from '../../lib/span-kind.ts';
import type { SpanNode, SpanTree } from '../../lib/span-tree.ts';

/** The texts of a conversation by the span that carried them first, in lower case. */
export type MessageTexts = ReadonlyMap<string, string>;

export function messageTexts(messages: readonly Message[]): MessageTexts {
  const texts = new Map<string, string>();
  for (const message of messages) {
    const text = message.parts.map(partText).join('\n').toLowerCase();
    texts.set(message.span_id, `${texts.get(message.span_id) ?? ''}\n${text}`);
  }
  return texts;
}

function partText(part: Message['parts'][number]): string {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return part.content;
    case 'tool_call':
      return `${part.name} ${printed(part.arguments)}`;
    case 'tool_call_response':
      return printed(part.response);
    case 'error':
      return `${part.name ?? ''} ${part.message}`;
    case 'data':
      return printed(part.content);
    case 'uri':
      return part.uri;
    case 'file':
      return part.file_id;
    case 'blob':
      return part.mime_type ?? part.modality;
  }
}

const printed = (value: unknown): string => (typeof value === 'string' ? value : printJson(value));

/**
 * The spans that hold every word of the search text, whatever its case, from top to bottom: in their name, id, kind,
 * model, tool or agent, or in the messages that they were the first to carry.
 */
export function searchTree(tree: SpanTree, search: string, messages: MessageTexts): readonly SpanNode[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return tree.order.filter((node) => {
    if (node.span === null) return false;
    const own = spanText(node.span);
    const said = messages.get(node.id) ?? '';
    return words.every((word) => own.includes(word) || said.includes(word));
  });
}

function spanText(span: NonNullable<SpanNode['span']>): string {
  return [span.span_name, span.span_id, spanKindLabel(span), span.model, span.tool_name, span.agent_name]
    .join('\n')
    .toLowerCase();
}

/** The match after `fromId` in the tree's order (before it with step -1), round the end; null when there is none. */
export function nextMatch(
  tree: SpanTree,
  matches: readonly SpanNode[],
  fromId: string | null,
  step: 1 | -1,
): SpanNode | null {
  const places = new Map(tree.order.map((node, index) => [node, index]));
  const from = tree.order.findIndex((node) => node.id === fromId);
  const place = (node: SpanNode): number => places.get(node) ?? -1;
  const next =
    step === 1
      ? matches.find((node) => place(node) > from)
      : matches.findLast((node) => place(node) < from && from !== -1);
  return next ?? (step === 1 ? matches[0] : matches.at(-1)) ?? null;
}
