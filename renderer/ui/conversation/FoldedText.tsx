import { plural } from '../../lib/format.ts';

type Props = {
  /** What it is, where its place does not tell. */
  readonly label?: string;
  readonly firstLine: string;
  readonly characters: number;
};

/** A long text in one line, while it is folded: how it begins, cut where there is no room, and how long it is. */
export function FoldedText({ label, firstLine, characters }: Props) {
  return (
    <span className="flex gap-1.5">
      {label !== undefined && <span className="flex-none">{label}:</span>}{' '}
      <span dir="auto" className="min-w-0 truncate">
        {firstLine}
      </span>{' '}
      <span className="num flex-none">{plural(characters, 'character')}</span>
    </span>
  );
}
