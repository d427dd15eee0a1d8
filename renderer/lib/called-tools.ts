import { formatCount } from './format.ts';
import { showHidden } from './text.ts';

/** Which tools a message calls, each once, in the order of their first call: `calls search_flights, read_file ×12`. */
export function callsText(names: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  const told = [...counts].map(([name, count]) => (count === 1 ? name : `${name} ×${formatCount(count)}`));
  return `calls ${showHidden(told.join(', '))}`;
}
