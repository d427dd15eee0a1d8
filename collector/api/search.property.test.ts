import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { wordsOf } from '../store/search/search-text.ts';
import { spanIdOf, traceIdOf, type SpanSpec } from '../testing/otlp.ts';
import { SearchStore, talk } from '../testing/search-store.ts';

const TEXTS = [
  'alpha beta',
  'Béta gamma',
  'gamma alpha',
  'delta, Alpha!',
  '東京 weather',
  'alphabet',
  'e'.repeat(3000),
];
const SEARCHES = [
  'alpha',
  'beta',
  'GAMMA',
  '"alpha beta"',
  '"beta alpha"',
  'alph',
  'alpha -beta',
  '-gamma',
  'alpha gamma',
  '京',
  'delta weather',
  '"delta alpha"',
  'weather delta -東',
  'call 1',
  'session-2',
  '-call -alpha',
  'eee',
  '!',
];

interface Drawn {
  readonly trace: number;
  readonly span: number;
  readonly session: number | null;
  readonly input: readonly string[];
  readonly output: readonly string[];
}
const drawnSpan: fc.Arbitrary<Drawn> = fc.record({
  trace: fc.integer({ min: 1, max: 3 }),
  span: fc.integer({ min: 1, max: 6 }),
  session: fc.option(fc.integer({ min: 1, max: 2 })),
  input: fc.array(fc.constantFrom(...TEXTS), { maxLength: 3 }),
  output: fc.array(fc.constantFrom(...TEXTS), { maxLength: 2 }),
});

/** Spans that are stored (some of them in the place of others), a deleted trace, or some indexing in between. */
const drawnStep = fc.oneof(
  { weight: 4, arbitrary: fc.array(drawnSpan, { minLength: 1, maxLength: 4 }) },
  { weight: 1, arbitrary: fc.record({ deleted: fc.integer({ min: 1, max: 3 }) }) },
  { weight: 3, arbitrary: fc.record({ indexed: fc.integer({ min: 1, max: 3 }), isLate: fc.boolean() }) },
);

const idOf = ({ trace, span }: Drawn): string => spanIdOf(trace * 16 + span);
const spec = (span: Drawn): SpanSpec => ({
  traceId: traceIdOf(span.trace),
  spanId: idOf(span),
  name: `call ${span.span}`,
  attributes: {
    ...talk(span.input, span.output),
    ...(span.session === null ? {} : { 'session.id': `session-${span.session}` }),
  },
});

/** All that a span carries, one list of words a text. */
const carried = (span: Drawn): string[][] =>
  [
    `call ${span.span}`,
    traceIdOf(span.trace),
    idOf(span),
    span.session === null ? '' : `session-${span.session}`,
    'test',
    ...span.input,
    ...span.output,
  ].map((text) => wordsOf(text.slice(0, 2048)));

interface Wanted {
  readonly words: readonly string[];
  readonly isExcluded: boolean;
  readonly isBeginning: boolean;
}

/** The rules of a search once more, for the searches above. */
const wantedBy = (search: string): Wanted[] => {
  const pieces = search.match(/-?"[^"]*"|\S+/g) ?? [];
  return pieces.map((piece, i) => {
    const words = wordsOf(piece);
    const isExcluded = piece.startsWith('-');
    const isLast = i === pieces.length - 1;
    return { words, isExcluded, isBeginning: isLast && !isExcluded && /\w\w$/.test(piece) };
  });
};

const stands = ({ words, isBeginning }: Wanted, texts: readonly string[][]): boolean =>
  texts.some((text) =>
    text.some((_, from) =>
      words.every((word, i) => {
        const other = text[from + i] ?? '';
        return isBeginning && i === words.length - 1 ? other.startsWith(word) : other === word;
      }),
    ),
  );

const holds = (wanted: readonly Wanted[], texts: readonly string[][]): boolean =>
  wanted.every((one) => one.words.length > 0 && stands(one, texts) !== one.isExcluded);

function check(store: SearchStore, kept: ReadonlyMap<string, Drawn>): void {
  const byTrace = Map.groupBy(kept.values(), ({ trace }) => traceIdOf(trace));
  const textsOf = (spans: readonly Drawn[]): string[][] => spans.flatMap(carried);
  for (const search of SEARCHES) {
    const wanted = wantedBy(search);
    const traces = [...byTrace].filter(([, spans]) => holds(wanted, textsOf(spans))).map(([id]) => id);
    expect(store.search('traces', search), `traces ${search}`).toEqual(traces.toSorted());
    const bySession = Map.groupBy(byTrace.entries(), ([id]) => store.sessionOf(id));
    bySession.delete(null);
    const sessions = [...bySession].filter(([, of]) =>
      holds(
        wanted,
        of.flatMap(([, spans]) => textsOf(spans)),
      ),
    );
    expect(store.search('sessions', search), `sessions ${search}`).toEqual(
      sessions.map(([id]) => String(id)).toSorted(),
    );
    checkSpans(store, kept, search, wanted);
  }
}

/** Which of several carriers tells a text is a matter of arrival: one of them does, and nobody who does not carry it. */
function checkSpans(
  store: SearchStore,
  kept: ReadonlyMap<string, Drawn>,
  search: string,
  wanted: readonly Wanted[],
): void {
  const [only, ...others] = wanted;
  if (!only || others.length > 0 || only.isExcluded || only.words.length === 0) return;
  const found = new Set(store.search('spans', search));
  for (const id of found) expect(holds(wanted, carried(kept.get(id)!)), `span ${id} ${search}`).toBe(true);
  for (const spans of Map.groupBy(kept.values(), ({ trace }) => trace).values())
    for (const text of new Set(spans.flatMap((span) => [...span.input, ...span.output]))) {
      if (!stands(only, [wordsOf(text.slice(0, 2048))])) continue;
      const carriers = spans.filter((span) => span.input.includes(text) || span.output.includes(text));
      expect(
        carriers.some((span) => found.has(idOf(span))),
        `${search} in ${text}`,
      ).toBe(true);
    }
}

test(
  'search finds what reading everything would find, whatever was stored, replaced and deleted in between',
  { timeout: 300_000 },
  () => {
    fc.assert(
      fc.property(fc.array(drawnStep, { minLength: 1, maxLength: 14 }), (steps) => {
        const store = new SearchStore();
        try {
          const kept = new Map<string, Drawn>();
          let late = store.readQueue(0);
          for (const step of steps) {
            if (Array.isArray(step)) {
              store.keepSpans('p', ...step.map(spec));
              for (const span of step) kept.set(idOf(span), span);
            } else if ('deleted' in step) {
              store.run({ type: 'delete-trace', projectId: 'p', traceId: traceIdOf(step.deleted) });
              for (const [id, { trace }] of kept) if (trace === step.deleted) kept.delete(id);
            } else {
              // What was read before the steps in between comes late, and must do no harm.
              if (step.isLate) store.indexSome(undefined, late);
              else store.indexSome(step.indexed);
              late = store.readQueue(step.indexed);
            }
          }
          store.catchUp();
          check(store, kept);
        } finally {
          store.close();
        }
      }),
      { numRuns: 30 },
    );
  },
);
