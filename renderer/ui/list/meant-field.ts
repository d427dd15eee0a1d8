import { draftOf, readDraft, type Condition } from '../../lib/filters.ts';
import { fieldLabel, optionFields, suggestedFields, type Listed } from '../../lib/filter-fields.ts';

/** One slip of the hand in so many letters: more of them in a short word make another word. */
const LETTERS_A_SLIP = 4;
const MOST_SLIPS = 2;

/**
 * The field of a list that a key which is none comes close to: its words are among those of the field's key or name
 * (`duration`, `tokens`, `totalCost`), or it is mistyped by a letter or two. Null for any other key.
 */
export function meantField(key: string, listed: Listed): string | null {
  const fields = [...optionFields(listed), ...suggestedFields(listed)];
  const words = wordsOf(key);
  if (words.length === 0) return null;
  const namesOf = (field: string): readonly (readonly string[])[] => [
    // Without its unit.
    wordsOf(fieldLabel(field).replace(/ \(.*\)$/, '')),
    wordsOf(field),
  ];
  const sameWords = (name: readonly string[]): boolean => name.join(' ') === words.join(' ');
  const holdsWords = (name: readonly string[]): boolean => words.every((word) => name.includes(word));
  const isMistyped = (name: readonly string[]): boolean => {
    const [typed, meant] = [words.join('_'), name.join('_')];
    return distance(typed, meant) <= Math.min(MOST_SLIPS, Math.floor(typed.length / LETTERS_A_SLIP));
  };
  for (const isClose of [sameWords, holdsWords, isMistyped]) {
    const found = fields.find((field) => namesOf(field).some(isClose));
    if (found !== undefined) return found;
  }
  return null;
}

/** The conditions with the field that a key in them comes close to; null where there is none, or none that takes their values. */
export function meantFilters(
  filters: readonly Condition[],
  key: string,
  listed: Listed,
): { readonly field: string; readonly filters: readonly Condition[] } | null {
  const field = meantField(key, listed);
  if (field === null) return null;
  const meant: Condition[] = [];
  for (const filter of filters) {
    // What was sent as text, not being of a known field, may have to be a number of this one.
    const read = filter.key === key ? readDraft({ ...draftOf(filter), key: field }, [], listed) : { filter };
    if ('problem' in read) return null;
    meant.push(read.filter);
  }
  return { field, filters: meant };
}

function wordsOf(text: string): string[] {
  const parted = text.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return parted.split(/[^a-z0-9]+/).filter((word) => word !== '');
}

/** How many letters have to be changed, added or taken out to make one text of the other (Levenshtein). */
function distance(from: string, to: string): number {
  let before = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const changed = (before[column - 1] ?? 0) + (from[row - 1] === to[column - 1] ? 0 : 1);
      current.push(Math.min(changed, (before[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    before = current;
  }
  return before[to.length] ?? 0;
}
