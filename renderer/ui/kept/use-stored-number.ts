import { useStored } from './use-stored.ts';

/** A number that outlives the page, such as a pane's size. Storage that is blocked or spoiled means the default. */
export const useStoredNumber = (key: string, initial: number): [number, (value: number) => void] =>
  useStored(key, asNumber, initial);

const asNumber = (stored: unknown): number | null => (typeof stored === 'number' ? stored : null);
