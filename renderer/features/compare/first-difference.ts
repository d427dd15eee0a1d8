import type { AlignedRow } from './align-items.ts';
import { plural } from '../../lib/format.ts';

const ROLES: Readonly<Record<string, string>> = {
  system: 'system prompt',
  user: 'user message',
  assistant: 'answer',
  tool: 'tool message',
};

/** Where two conversations part and by what, in a sentence; null where they never do. */
export function firstDifference(rows: readonly AlignedRow[]): string | null {
  const place = rows.findIndex(({ isSame }) => !isSame);
  const row = rows[place];
  const item = row?.a ?? row?.b ?? null;
  if (row === undefined || item === null) return null;
  const where = place === 0 ? 'at the start' : `after ${plural(place, 'message')} that both have`;
  const what = item.entry.kind === 'tool' ? `call of ${item.entry.name}` : (ROLES[item.kind] ?? 'message');
  const how = row.b === null ? 'only A has this' : row.a === null ? 'only B has this' : 'another';
  return `First difference, ${where}: ${how} ${what}.`;
}
