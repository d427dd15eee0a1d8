import { Search } from 'lucide-react';
import { useNavigate } from '@tanstack/react-router';
import { readPastedId } from '../../lib/paste.ts';
import type { Option } from '../../ui/controls/OptionList.tsx';
import type { PaletteOptions } from './command.ts';
import { useActions, usePages } from './use-actions.tsx';
import { useFound } from './use-found.tsx';
import { useJump } from './use-jump.tsx';

/**
 * What the palette offers for a text. An id that was pasted comes first and at once, without asking anyone; what the
 * collector finds comes after what is known here, so that nothing moves under a finger that is already on Enter.
 */
export function useCommands(given: PaletteOptions): {
  readonly options: readonly Option[];
  readonly problem: string | null;
} {
  const text = given.text.trim();
  const navigate = useNavigate();
  const { options: jumps, problem } = useJump(given, text);
  const commands = [...usePages(given), ...useActions(given)];
  const found = useFound(given, text);
  const wanted = text.toLowerCase();
  const known = commands
    .filter(({ words }) => words.toLowerCase().includes(wanted))
    .map(({ option }) => option);
  // A word that was said long ago is in each trace that repeats it, and in one session.
  const searches = (['traces', 'sessions'] as const).map((list): Option => ({
    id: `search ${list}`,
    group: 'Search',
    label: `Search the ${list} for “${text}”`,
    icon: <Search size={14} aria-hidden />,
    onPick: () => {
      given.onClose();
      void navigate({
        to: `/p/$project/${list}`,
        params: { project: given.project },
        search: { search: text },
      });
    },
  }));
  const isId = readPastedId(text) !== null;
  // With nothing typed, what is new is likelier to be wanted than a page that the sidebar has too.
  const ordered =
    text === '' ? [...found, ...known] : [...jumps, ...known, ...(isId ? [] : searches), ...found];
  return { options: ordered, problem };
}
