/** A part of a list, from one index to before another. */
export type Stretch = { readonly from: number; readonly to: number };

/** Stretches in order, none of which touches another, with one more. */
export function addStretch(stretches: readonly Stretch[], added: Stretch): readonly Stretch[] {
  const isApart = ({ from, to }: Stretch): boolean => to < added.from || from > added.to;
  const joined = [added, ...stretches.filter((stretch) => !isApart(stretch))];
  const whole = {
    from: Math.min(...joined.map(({ from }) => from)),
    to: Math.max(...joined.map(({ to }) => to)),
  };
  return [...stretches.filter(isApart), whole].toSorted((a, b) => a.from - b.from);
}
