import { isNothing } from '../json.ts';
import type { Atom } from './atoms.ts';
import { type HistoryNode, forgetLater } from './history.ts';
import { replacePart } from './told.ts';

/** Gives a call or an answer that was told without an id the one that a copy of it has. */
export function completeId(node: HistoryNode, id: string | null): void {
  const { atom, told } = node;
  if (id === null || atom === null || told === null || atom.id !== null) return;
  if (atom.kind !== 'call' && atom.kind !== 'answer') return;
  const [own] = atom.parts;
  const parts = atom.parts.map((part) => ('id' in part ? { ...part, id } : part));
  if (own !== undefined && parts[0] !== undefined) replacePart(told, own, parts[0]);
  node.atom = { ...atom, id, parts };
  // It is found by its id from now on.
  if (node.parent !== null) forgetLater(node.parent);
}

/**
 * Gives a call that was told without arguments those that a copy of it has; OpenLLMetry leaves them out of Anthropic's streams. True
 * where it did: the copy names the same call.
 */
export function completeArguments(node: HistoryNode, { id, parts: [copy] }: Atom): boolean {
  const { atom, told } = node;
  const [own, ...details] = atom?.parts ?? [];
  if (atom === null || told === null || id === null || atom.id !== id) return false;
  if (own?.type !== 'tool_call' || copy?.type !== 'tool_call') return false;
  if (!isNothing(own.arguments) || isNothing(copy.arguments)) return false;
  const fuller = { ...own, arguments: copy.arguments };
  replacePart(told, own, fuller);
  node.atom = { ...atom, parts: [fuller, ...details] };
  return true;
}

/** What a tool answered, in the place of how a model was told. */
export function setResponse(node: HistoryNode, response: unknown): void {
  const { atom, told } = node;
  const [own] = atom?.parts ?? [];
  if (atom === null || told === null || own?.type !== 'tool_call_response') return;
  const fuller = { ...own, response };
  replacePart(told, own, fuller);
  node.atom = { ...atom, parts: [fuller] };
}
