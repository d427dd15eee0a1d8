import { CheckBox } from './CheckBox.tsx';
import type { Checks } from './use-grid-checks.ts';

type Props<Row> = { readonly checks: Checks<Row>; readonly total: number };

/** The box in the head of a table: ticks all rows, or none where some are ticked. */
export function CheckAll<Row>({ checks, total }: Props<Row>) {
  const count = checks.rows.size;
  return (
    <CheckBox
      label="Select all rows"
      state={count === 0 ? 'off' : count >= total ? 'on' : 'some'}
      onClick={() => (count > 0 ? checks.onChange(new Map()) : checks.onCheckAll())}
    />
  );
}
