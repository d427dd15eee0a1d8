import { useState } from 'react';
import { atThisStep, readKept, writeKept } from './kept.ts';

/**
 * What was chosen in a page, such as what is folded, kept with this step of the tab's history: Back, Forward and a reload
 * find it as it was. `name` is what it is of; the value must be what JSON can hold, and small.
 */
export function useKeptState<Value>(name: string, initial: Value): [Value, (next: Value) => void] {
  const read = (): Value => readKept<Value>(atThisStep(name)) ?? initial;
  const [held, setHeld] = useState(() => ({ name, value: read() }));
  const value = held.name === name ? held.value : read();
  if (held.name !== name) setHeld({ name, value });
  const change = (next: Value): void => {
    writeKept(atThisStep(name), next);
    setHeld({ name, value: next });
  };
  return [value, change];
}
