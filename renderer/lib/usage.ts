import { formatCost, formatCount } from './format.ts';

/** Token counts as traces, spans and messages carry them. */
export type Usage = {
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly total_tokens: number;
  readonly cache_read_tokens: number;
  readonly cache_write_tokens: number;
  readonly reasoning_tokens: number;
};

export type Costs = {
  readonly input_cost: number;
  readonly output_cost: number;
  readonly total_cost: number;
  /** Of traces and sessions: how many of their calls have no known price, so that they cost more than that. */
  readonly unpriced_call_count?: number;
};

/** One of the numbers that another is made of, in words. */
export type NumberPart = { readonly label: string; readonly value: string; readonly strong?: boolean };

/** Input, cached, output, reasoning and the total; parts that are zero are left out, input and output never. */
export function usageRows(usage: Usage): NumberPart[] {
  const part = (label: string, count: number): NumberPart[] =>
    count === 0 ? [] : [{ label, value: formatCount(count) }];
  return [
    { label: 'Input', value: formatCount(usage.input_tokens) },
    ...part('· read from cache', usage.cache_read_tokens),
    ...part('· written to cache', usage.cache_write_tokens),
    { label: 'Output', value: formatCount(usage.output_tokens) },
    ...part('· reasoning', usage.reasoning_tokens),
    { label: 'Total', value: formatCount(usage.total_tokens), strong: true },
  ];
}

/** The parts of the input that have to do with the cache: `1,024 from cache`, `64 to cache`; those that there are. */
export function cacheParts(
  usage: Pick<Usage, 'cache_read_tokens' | 'cache_write_tokens'>,
): readonly string[] {
  const part = (label: string, count: number): string[] =>
    count === 0 ? [] : [`${formatCount(count)} ${label}`];
  return [...part('from cache', usage.cache_read_tokens), ...part('to cache', usage.cache_write_tokens)];
}

/** A cost that `unpriced` calls, whose price is not known, are not in: `≥ $0.0023` where there are any. */
export const costWithout = (unpriced: number, dollars: number, format = formatCost): string =>
  `${unpriced > 0 ? '≥ ' : ''}${format(dollars)}`;

/** A total of tokens or dollars for an exported table: where nothing was counted, none, as on screen, which is not 0. */
export const countedTotal = (total: number): number | null => (total === 0 ? null : total);

/** What is known of the parts of a cost, and the total: an own cost, or one a request, may be of neither input nor output. */
export function costRows({ input_cost, output_cost, total_cost }: Costs): NumberPart[] {
  const part = (label: string, dollars: number): NumberPart => ({ label, value: formatCost(dollars) });
  const isDivided = input_cost + output_cost > 0;
  const rest = total_cost - input_cost - output_cost;
  return [
    ...(isDivided ? [part('Input', input_cost), part('Output', output_cost)] : []),
    // Sums of doubles are off by less.
    ...(isDivided && rest > total_cost * 1e-9 ? [part('Not divided', rest)] : []),
    { ...part('Total', total_cost), strong: true },
  ];
}
