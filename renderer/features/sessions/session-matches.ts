import { foldLetters } from '../../../collector/contract/fold-letters.ts';
import { entryText } from '../../lib/find-text.ts';
import type { SessionSection } from './session-sections.ts';

export type SessionMatch = { readonly traceId: string; readonly entryId: string };

/**
 * What was said in a session that holds every word (folded), in the order in which it was said. Where nothing holds them
 * all, what holds any: the list finds a session whose words stand apart.
 */
export function sessionMatches(
  sections: readonly SessionSection[],
  words: readonly string[],
): readonly SessionMatch[] {
  if (words.length === 0) return [];
  const said = sections.flatMap(({ trace, entries }) =>
    entries.map((entry) => {
      const text = foldLetters(entryText(entry));
      const held = words.filter((word) => text.includes(word)).length;
      return { held, match: { traceId: trace.trace_id, entryId: entry.id } };
    }),
  );
  const whole = said.filter(({ held }) => held === words.length);
  return (whole.length > 0 ? whole : said.filter(({ held }) => held > 0)).map(({ match }) => match);
}
