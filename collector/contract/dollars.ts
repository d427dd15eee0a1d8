/** Costs are kept in millionths of a millionth of a dollar, so that sums are exact whatever their order. */
export const COST_UNITS_PER_DOLLAR = 1e12;

export const sumOfDollars = (costs: readonly number[]): number =>
  costs.reduce((sum, cost) => sum + Math.round(cost * COST_UNITS_PER_DOLLAR), 0) / COST_UNITS_PER_DOLLAR;
