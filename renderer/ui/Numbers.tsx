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

/** A cost that opens its parts; a dash where none is known. */
export function Cost({ costs, ...rest }: Common & { readonly costs: Costs }) {
  if (costs.total_cost === 0) return <span className="text-ink-3">–</span>;
  return (
    <Breakdown title="Cost in US dollars" rows={costRows(costs)} {...rest}>
      {formatCost(costs.total_cost)}
    </Breakdown>
  );
}
