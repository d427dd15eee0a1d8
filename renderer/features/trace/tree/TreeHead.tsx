import { plural } from '../../../lib/format.ts';
import type { axisTicks } from '../../../lib/waterfall.ts';
import { AxisLabels } from '../../../ui/traces/AxisLabels.tsx';

type Props = {
  readonly spanCount: number;
  readonly hasTokens: boolean;
  readonly nameWidth: number;
  readonly timeWidth: number;
  readonly ticks: ReturnType<typeof axisTicks>;
};

/** The column heads: how many spans there are, and the time axis. */
export function TreeHead({ spanCount, hasTokens, nameWidth, timeWidth, ticks }: Props) {
  return (
    <div role="rowgroup" className="flex-none [scrollbar-gutter:stable]">
      <div
        role="row"
        aria-rowindex={1}
        className="num flex h-5.5 items-center border-b border-line text-xs text-ink-3"
      >
        <div
          role="columnheader"
          className="flex flex-none justify-between pr-2.5 pl-3.5"
          style={{ width: nameWidth }}
        >
          <span>{plural(spanCount, 'span')}</span>
          {hasTokens && <span>tokens</span>}
        </div>
        <div role="columnheader" className="relative h-full min-w-0 flex-1 overflow-hidden">
          <span className="sr-only">Time</span>
          <AxisLabels ticks={ticks} axisPx={timeWidth} />
        </div>
      </div>
    </div>
  );
}
