import type { Conversation, ToolDefinition } from '../../../collector/contract/messages.ts';
import { alignItems, type AlignedRow } from './align-items.ts';
import { compareItems, type CompareItem } from './compare-items.ts';
import { printJson } from '../../lib/json-preview.ts';

/** The different system prompts of two conversations side by side. */
export function promptRows(a: Conversation, b: Conversation): AlignedRow[] {
  return alignItems(promptsOf(a), promptsOf(b));
}

/** Each prompt once, however many calls had it. */
function promptsOf({ messages }: Conversation): CompareItem[] {
  const prompts = compareItems(messages.filter(({ role }) => role === 'system'));
  return [...new Map(prompts.map((item) => [item.key, item])).values()];
}

/** A tool that models were offered: its definition in either trace, null where it was not offered. */
export type ToolRow = {
  readonly name: string;
  readonly a: string | null;
  readonly b: string | null;
  readonly isSame: boolean;
};

/** The tools of two conversations by their names, those that differ first. */
export function toolRows(a: Conversation, b: Conversation): ToolRow[] {
  const [ofA, ofB] = [definitionsOf(a.tools), definitionsOf(b.tools)];
  const rows = [...new Set([...ofA.keys(), ...ofB.keys()])].map((name) => {
    const [left, right] = [ofA.get(name) ?? null, ofB.get(name) ?? null];
    return { name, a: left, b: right, isSame: left === right };
  });
  return rows.toSorted((one, other) => Number(one.isSame) - Number(other.isSame));
}

function definitionsOf(tools: readonly ToolDefinition[]): ReadonlyMap<string, string> {
  return new Map(
    tools.map(({ name, description, parameters }) => [name, printJson({ description, parameters })]),
  );
}
