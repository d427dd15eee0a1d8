import { classNames } from '../class-names.ts';

// Told apart in both themes; whoever comes after the last takes the first again, and the name always stands beside it.
const COLOURS = [
  { border: 'border-llm', fill: 'bg-llm' },
  { border: 'border-agent', fill: 'bg-agent' },
  { border: 'border-retriever', fill: 'bg-retriever' },
  { border: 'border-db', fill: 'bg-db' },
  { border: 'border-chain', fill: 'bg-chain' },
  { border: 'border-other', fill: 'bg-other' },
] as const;

const colourOf = (index: number) => COLOURS[index % COLOURS.length];

/** The rail of what an agent said where several speak, else `otherwise`. */
export function agentBorder(index: number, otherwise: string): string {
  return index < 0 ? otherwise : (colourOf(index)?.border ?? otherwise);
}

/** The agent's colour before its name; nothing where one alone speaks. */
export function AgentDot({ index }: { readonly index: number }) {
  if (index < 0) return null;
  return (
    <span
      aria-hidden
      className={classNames('mr-1 inline-block size-1.5 rounded-full align-middle', colourOf(index)?.fill)}
    />
  );
}
