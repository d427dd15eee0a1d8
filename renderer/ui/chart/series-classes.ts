/** The colours of series, told apart in both themes: stroke of a line, fill of its mark. */
export const SERIES_CLASSES: readonly { readonly stroke: string; readonly fill: string }[] = [
  { stroke: 'stroke-accent', fill: 'bg-accent' },
  { stroke: 'stroke-tool', fill: 'bg-tool' },
  { stroke: 'stroke-agent', fill: 'bg-agent' },
  { stroke: 'stroke-llm', fill: 'bg-llm' },
  { stroke: 'stroke-retriever', fill: 'bg-retriever' },
  { stroke: 'stroke-db', fill: 'bg-db' },
  { stroke: 'stroke-error', fill: 'bg-error' },
  { stroke: 'stroke-chain', fill: 'bg-chain' },
];
