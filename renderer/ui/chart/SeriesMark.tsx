import { classNames } from '../class-names.ts';
import { seriesLook } from './series-look.ts';

/** A piece of a series' line beside its name, as the chart draws it. */
export function SeriesMark({ index }: { readonly index: number }) {
  const { stroke, dash } = seriesLook(index);
  return (
    <svg aria-hidden width={15} height={10} className="flex-none">
      <line x2={15} y1={5} y2={5} className={classNames('stroke-3', stroke)} strokeDasharray={dash} />
    </svg>
  );
}
