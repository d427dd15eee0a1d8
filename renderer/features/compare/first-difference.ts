import type { AlignedRow } from '../../lib/align-items.ts';
import type { CompareItem } from '../../lib/compare-items.ts';

const ROLES: Readonly<Record<string, string>> = {
  system: 'system prompt',
  user: 'user message',
  assistant: 'answer',
  tool: 'tool message',
};

/** Where two conversations part, in a sentence. */
export function firstDifference(rows: readonly AlignedRow[], differences: readonly number[]): string {
  const place = differences[0] ?? 0;
  const row = rows[place];
  const item = row?.a ?? row?.b ?? null;
  if (row === undefined || item === null) return '';
  const before =
    place === 0 ? '' : place === 1 ? ' After one that is the same:' : ` After ${place} that are the same:`;
  const what = whatIs(item);
  if (row.b === null) return `First difference.${before} only A has this ${what}.`;
  if (row.a === null) return `First difference.${before} only B has this ${what}.`;
  return `First difference.${before} another ${what}.`;
}

function whatIs({ entry, kind }: CompareItem): string {
  return entry.kind === 'tool' ? `call of ${entry.name}` : (ROLES[kind] ?? 'message');
}
