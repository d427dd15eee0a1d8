import type { ImportReport } from '../../collector/contract/imports.ts';
import { plural } from '../lib/format.ts';
import { showHidden } from '../lib/text.ts';

export type ImportOutcome = { readonly tone: 'info' | 'error'; readonly text: string };

/** What is to be said of an import beside the trace that it shows; null where all went well. */
export function outcomeOf(name: string, report: ImportReport): ImportOutcome | null {
  const { items, bad, problems } = report;
  const file = showHidden(name);
  // An export of nothing: what can't be read is refused.
  if (items === 0) return { tone: 'error', text: `${file} holds nothing that Tracedeck reads` };
  const [first] = problems;
  const why = first === undefined ? '' : `: ${showHidden(`${first.at} ${first.reason}`)}`;
  if (bad > 0) return { tone: 'info', text: `${plural(bad, 'part')} of ${file} passed over${why}` };
  return null;
}
