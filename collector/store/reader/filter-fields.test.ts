import { expect, test } from 'vitest';
import { SessionSummary } from '../../contract/sessions.ts';
import { Span } from '../../contract/spans.ts';
import { TraceSummary } from '../../contract/traces.ts';
import { UnscopedSession, UnscopedSpan, UnscopedTrace } from '../../contract/unscoped.ts';
import { placeOfField, type Listed } from './filter-fields.ts';

test.for<
  [name: string, listed: Listed, item: { readonly properties: object }, unfiltered: readonly string[]]
>([
  ['traces', 'traces', TraceSummary, []],
  ['sessions', 'sessions', SessionSummary, []],
  ['spans', 'spans', Span, ['raw_span']],
  ['traces without projects', 'traces', UnscopedTrace, []],
  ['sessions without projects', 'sessions', UnscopedSession, []],
  ['spans without projects', 'spans', UnscopedSpan, []],
])('whatever an item of %s shows can be filtered by', ([, listed, { properties }, unfiltered]) => {
  const unknown = Object.keys(properties).filter((name) => placeOfField(listed, name).at === 'index');
  expect(unknown).toEqual(unfiltered);
});
