import { messageOf } from '../payloads/message.ts';
import { say } from '../reading.ts';
import type { Atom } from '../telling/atoms.ts';
import type { Told, ToldList } from '../telling/told.ts';
import { span } from './build-span.ts';

/** A span that tells. */
export const teller = span({ id: '01' });

/** Adds an answer of these words to a list. */
export function tellWords(list: ToldList, words: string): Told {
  const [said] = say([messageOf('assistant', [{ type: 'text', content: words }])], { direction: 'output' });
  return list.tell(said!, { teller, agentName: null, at: { nano: 0n, place: 0 }, after: null });
}

/** A text of a history, known by its key alone. */
export const textAtom = (role: Atom['role'], key: number): Atom => ({
  kind: 'text',
  role,
  key,
  id: null,
  parts: [],
});
