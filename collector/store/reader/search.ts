import type { Listed } from './filter-fields.ts';
import type { Statements, Where } from './list-query.ts';
import { matchOf, type SearchTerm } from '../search/search-terms.ts';

/** CROSS JOIN: the index is asked once, not for each span. */
const TRACES = 'FROM search CROSS JOIN search_spans ON search_spans.span = search.rowid';

/** The ids of the spans, traces or sessions that match, in all projects. */
const HOLDING: Readonly<Record<Listed, string>> = {
  spans: 'SELECT rowid FROM search WHERE search MATCH ?',
  traces: `SELECT DISTINCT search_spans.trace ${TRACES} WHERE search MATCH ?`,
  sessions: `SELECT DISTINCT traces.session ${TRACES} CROSS JOIN traces ON traces.id = search_spans.trace
    WHERE search MATCH ? AND traces.session IS NOT NULL`,
};

/**
 * Adds a search to the query of a list. A trace or session is found when each term stands somewhere in it, a span when all
 * stand in what it tells. The index is asked once for the page and its total.
 */
export function addSearch(
  where: Where,
  statements: Statements,
  listed: Listed,
  terms: readonly SearchTerm[] | undefined,
): void {
  if (terms === undefined) return;
  // Text without a word in it stands nowhere.
  if (terms.length === 0) where.add('0');
  const wanted = terms.filter(({ isExcluded }) => !isExcluded).map(matchOf);
  const excluded = terms.filter(({ isExcluded }) => isExcluded).map(matchOf);
  const among = (clause: 'IN' | 'NOT IN', ids: Iterable<number>): void => {
    where.add(`${listed}.id ${clause} (SELECT value FROM json_each(?))`, JSON.stringify([...ids]));
  };
  if (wanted.length > 0)
    among('IN', inAll(statements, listed, listed === 'spans' ? [wanted.join(' AND ')] : wanted));
  if (excluded.length > 0) among('NOT IN', holding(statements, listed, excluded.join(' OR ')));
}

const holding = (statements: Statements, listed: Listed, match: string): number[] =>
  statements.column<number>(HOLDING[listed], [match]);

/** The longest first: they are the rarest, and after none of them nothing is left to look for. */
function inAll(statements: Statements, listed: Listed, matches: readonly string[]): ReadonlySet<number> {
  const [longest, ...others] = matches.toSorted((a, b) => b.length - a.length);
  let found = new Set(longest === undefined ? [] : holding(statements, listed, longest));
  for (const match of others) {
    if (found.size === 0) break;
    found = new Set(holding(statements, listed, match).filter((id) => found.has(id)));
  }
  return found;
}
