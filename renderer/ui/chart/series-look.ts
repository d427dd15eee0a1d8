/** The colours of series, told apart in both themes: stroke of a line, fill of a mark. */
const COLOURS = [
  { stroke: 'stroke-accent', fill: 'bg-accent' },
  { stroke: 'stroke-tool', fill: 'bg-tool' },
  { stroke: 'stroke-agent', fill: 'bg-agent' },
  { stroke: 'stroke-llm', fill: 'bg-llm' },
  { stroke: 'stroke-retriever', fill: 'bg-retriever' },
  { stroke: 'stroke-db', fill: 'bg-db' },
  { stroke: 'stroke-error', fill: 'bg-error' },
  { stroke: 'stroke-chain', fill: 'bg-chain' },
] as const;
/** Of lines of one colour, where there are more lines than colours. */
const DASHES = [undefined, '6 3', '2 3'] as const;

/** More lines than these can't be told apart. */
export const MOST_LINES = COLOURS.length * DASHES.length;

export type SeriesLook = {
  readonly stroke: string;
  readonly fill: string;
  readonly dash: string | undefined;
};

/** How the line of a series is drawn, and its mark wherever it is named. */
export function seriesLook(index: number): SeriesLook {
  const colour = COLOURS[index % COLOURS.length] ?? COLOURS[0];
  return { ...colour, dash: DASHES[Math.floor(index / COLOURS.length) % DASHES.length] };
}
