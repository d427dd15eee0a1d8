import { createContext, useContext } from 'react';

/** Opens the command palette; given by the shell. */
export const CommandPaletteContext = createContext<() => void>(() => undefined);

export function useCommandPalette(): () => void {
  return useContext(CommandPaletteContext);
}
