import { createContext, useContext, useState } from 'react';

export const NOTHING_SOUGHT: readonly string[] = [];

/** The words (folded) that somebody was led to in what stands below; none elsewhere. */
export const SoughtContext = createContext(NOTHING_SOUGHT);

/** Whether something is unfolded, which it also gets when somebody is led to words that it holds. */
export function useUnfolded(
  atFirst: boolean,
  holds: (words: readonly string[]) => boolean,
): [isOpen: boolean, setOpen: (isOpen: boolean) => void] {
  const sought = useContext(SoughtContext);
  const [known, setKnown] = useState(NOTHING_SOUGHT);
  const [isOpen, setOpen] = useState(atFirst);
  if (known !== sought) {
    setKnown(sought);
    if (!isOpen && sought.length > 0 && holds(sought)) setOpen(true);
  }
  return [isOpen, setOpen];
}
