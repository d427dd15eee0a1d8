import { formatCost, formatCount } from '../lib/format.ts';
import { costRows, usageRows, type Costs, type Usage } from '../lib/usage.ts';
import { Breakdown } from './Breakdown.tsx';

type Common = {
  readonly className?: string;
  readonly tabIndex?: 0 | -1;
  readonly onClick?: (() => void) | undefined;
};

/** A token total that opens its parts; a dash where nothing was counted. */
export function Tokens({ usage, ...rest }: Common & { readonly usage: Usage }) {
  if (usage.total_tokens === 0) return <span className="text-ink-3">–</span>;
  return (
    <Breakdown
      title="Tokens"
      rows={usageRows(usage)}
      note="Cached tokens are part of the input, reasoning of the output."
      {...rest}
    >
      {formatCount(usage.total_tokens)}
    </Breakdown>
  );
}

type CostProps = Common & {
  readonly costs: Costs;
  /** Where it is known that some of it has no price. */
  readonly isLeast?: boolean;
};

/** A cost that opens its parts; where none is known, a dash that opens as much as a cost would. */
export function Cost({ costs, isLeast = false, ...rest }: CostProps) {
  if (costs.total_cost === 0) return <NoCost {...rest} />;
  return (
    <Breakdown
      title="Cost in US dollars"
      rows={costRows(costs)}
      {...(isLeast ? { note: 'Some of the calls have no price.' } : {})}
      {...rest}
    >
      {isLeast && '≥ '}
      {formatCost(costs.total_cost)}
    </Breakdown>
  );
}

function NoCost({ onClick, tabIndex = 0 }: Common) {
  if (onClick === undefined) return <span className="text-ink-3">–</span>;
  return (
    <button
      type="button"
      tabIndex={tabIndex}
      onClick={onClick}
      aria-label="Cost not known: how it was counted"
      title="Cost not known: how it was counted"
      className="hint -mx-1 rounded-sm px-1 text-ink-3"
    >
      –
    </button>
  );
}
