import type { MessageRole } from '../../../collector/contract/messages.ts';
import type { AlignedRow } from './align-items.ts';
import { plural } from '../../lib/format.ts';

const ROLES: Readonly<Record<MessageRole, string>> = {
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
  const { entry } = item;
  const what = entry.kind === 'tool' ? `call of ${entry.name}` : ROLES[entry.message.role];
  const how = row.b === null ? 'only A has this' : row.a === null ? 'only B has this' : 'another';
  return `First difference, ${where}: ${how} ${what}.`;
}
