import { countedTotal, type Costs, type Usage } from '../../lib/usage.ts';
import type { Column } from '../grid/columns.ts';
import { NameList } from '../facts/NameList.tsx';
import { Cost, Count, Tokens } from '../facts/Numbers.tsx';
import type { Outcome } from '../traces/outcome.ts';
import { Preview } from '../text/Preview.tsx';
import { RelativeTime } from '../RelativeTime.tsx';
import { StatusDot } from '../traces/StatusDot.tsx';

// What several lists have columns of. Each list says where it stands in its own table.

type Place = Omit<Column<never>, 'value' | 'cell'>;

/** For `fromWidth`. Wider than any table: such a column is shown when it is chosen. */
export const NEVER = 100_000;

/** How a row went, as a dot before it; `value` says so in the words of an exported table. */
export const statusColumn = <Row,>(
  outcomeOf: (row: Row) => Outcome,
  value: (row: Row) => string,
): Column<Row> => ({
  id: 'Status',
  label: '',
  track: '14px',
  isFixed: true,
  value,
  cell: (row) => <StatusDot of={outcomeOf(row)} />,
});

export const timeColumn = <Row,>(timeOf: (row: Row) => string, place: Place): Column<Row> => ({
  ...place,
  value: timeOf,
  cell: (row) => (
    <span className="text-ink-2">
      <RelativeTime iso={timeOf(row)} />
    </span>
  ),
});

type Previews = { readonly input_preview: string | null; readonly output_preview: string | null };

/** `errorOf` says why a row failed, null of one that did not. */
export const previewColumn = <Row extends Previews>(
  place: Omit<Place, 'id'>,
  errorOf: (row: Row) => string | null = () => null,
): Column<Row> => ({
  ...place,
  id: 'preview',
  value: (row) =>
    [row.input_preview, row.output_preview, errorOf(row)].filter((text) => text !== null).join(' → '),
  cell: (row, { isRepeated }) => (
    <Preview
      input={row.input_preview}
      output={row.output_preview}
      error={errorOf(row)}
      isRepeated={isRepeated}
    />
  ),
});

/** One name, which may be missing, or some. */
export const namesColumn = <Row,>(
  namesIn: (row: Row) => string | null | readonly string[],
  place: Place,
): Column<Row> => {
  const namesOf = (row: Row): readonly string[] => [namesIn(row) ?? []].flat();
  return {
    ...place,
    value: (row) => namesOf(row).join(', '),
    cell: (row) => <NameList names={namesOf(row)} />,
  };
};

/** As far as five digits have room for. */
export const countColumn = <Row,>(countOf: (row: Row) => number, place: Place): Column<Row> => ({
  ...place,
  isNumber: true,
  value: countOf,
  cell: (row) => <Count value={countOf(row)} most={99_999} />,
});

type OwnPlace = Omit<Place, 'id' | 'label' | 'orderBy' | 'isNumber'>;

/** Each total opens its parts. */
export const tokensColumn = <Row extends Usage>(place: OwnPlace): Column<Row> => ({
  ...place,
  id: 'tokens',
  label: 'Tokens',
  orderBy: 'total_tokens',
  isNumber: true,
  value: (row) => countedTotal(row.total_tokens),
  cell: (row, { tabIndex }) => <Tokens usage={row} tabIndex={tabIndex} isInRow />,
});

/** The same of costs; `costOf` answers null where none is known. */
export const costColumn = <Row extends Costs>(
  costOf: (row: Row) => number | null,
  place: OwnPlace,
): Column<Row> => ({
  ...place,
  id: 'cost',
  label: 'Cost',
  orderBy: 'total_cost',
  isNumber: true,
  value: costOf,
  valueUnit: 'USD',
  cell: (row, { tabIndex }) => <Cost costs={row} tabIndex={tabIndex} isInRow />,
});

/** Told whole, to be copied. */
export const idColumn = <Row,>(idOf: (row: Row) => string | null, place: Place): Column<Row> => ({
  ...place,
  value: idOf,
  cell: (row) => <span className="font-mono text-xs text-ink-2">{idOf(row)}</span>,
});
