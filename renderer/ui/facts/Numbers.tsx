import type { ReactNode } from 'react';
import { formatCost, formatCount, formatShort, formatShortCost, plural } from '../../lib/format.ts';
import { costRows, costWithout, usageRows, type Costs, type Usage } from '../../lib/usage.ts';
import { Dash } from './Dash.tsx';
import { NumberBreakdown } from './NumberBreakdown.tsx';

const MOST_IN_ROW = 9_999_999;

type Common = {
  readonly className?: string;
  readonly tabIndex?: 0 | -1;
  /** In a cell of a list, which is narrow and whose row takes presses. */
  readonly isInRow?: boolean;
  readonly onClick?: (() => void) | undefined;
};

type TokensProps = Common & {
  readonly usage: Usage;
  /** A greater total is told short, with its digits among the parts; absent: what a cell of a list has room for. */
  readonly most?: number;
};

/** A token total that opens its parts; a dash where nothing was counted. */
export function Tokens({ usage, most, ...rest }: TokensProps) {
  if (usage.total_tokens === 0) return <Dash />;
  return (
    <UsageBreakdown usage={usage} {...rest}>
      {formatShort(usage.total_tokens, most ?? (rest.isInRow === true ? MOST_IN_ROW : Infinity))}
    </UsageBreakdown>
  );
}

type UsageProps = Common & { readonly usage: Usage; readonly children: ReactNode };

/** Words on tokens that open all parts of these. */
export function UsageBreakdown({ usage, ...rest }: UsageProps) {
  return (
    <NumberBreakdown
      title="Tokens"
      rows={usageRows(usage)}
      note="Cached tokens are part of the input, reasoning of the output."
      {...rest}
    />
  );
}

/** A plain count in a narrow cell: one that has no room is told short, its digits on hover. */
export function Count({ value, most }: { readonly value: number; readonly most: number }) {
  const text = formatShort(value, most);
  return text === formatCount(value) ? text : <span title={formatCount(value)}>{text}</span>;
}

/** A cost that opens its parts; where none is known, a dash that opens as much as a cost would. */
export function Cost({ costs, ...rest }: Common & { readonly costs: Costs }) {
  if (costs.total_cost === 0) return <NoCost {...rest} />;
  const unpriced = costs.unpriced_call_count ?? 0;
  return (
    <NumberBreakdown
      title="Cost in US dollars"
      rows={costRows(costs)}
      {...(unpriced > 0 ? { note: unpricedText(unpriced) } : {})}
      {...rest}
    >
      {costWithout(unpriced, costs.total_cost, rest.isInRow === true ? formatShortCost : formatCost)}
    </NumberBreakdown>
  );
}

const unpricedText = (calls: number): string =>
  `${plural(calls, 'call')} without a known price ${calls === 1 ? 'is' : 'are'} not in it.`;

type CostTextProps = {
  readonly dollars: number;
  /** Of as many calls the price is not known, and not in it. */
  readonly unpriced: number;
  /** In a narrow cell. */
  readonly isShort?: boolean;
};

/** A cost that opens nothing. */
export function CostText({ dollars, unpriced, isShort = false }: CostTextProps) {
  const text = costWithout(unpriced, dollars, isShort ? formatShortCost : formatCost);
  return unpriced === 0 ? text : <span title={unpricedText(unpriced)}>{text}</span>;
}

function NoCost({ onClick, tabIndex = 0 }: Common) {
  if (onClick === undefined) return <Dash />;
  return (
    <button
      type="button"
      tabIndex={tabIndex}
      onClick={onClick}
      aria-label="Cost not known: how it was counted"
      title="Cost not known: how it was counted"
      className="hint -mx-1 rounded-sm px-1 text-left text-ink-3"
    >
      –
    </button>
  );
}
