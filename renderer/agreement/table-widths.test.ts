import { expect, test } from 'vitest';
import { logColumns } from '../features/logs/log-columns.tsx';
import { METRIC_COLUMNS } from '../features/metrics/metric-columns.tsx';
import { sessionColumns } from '../features/sessions/session-columns.tsx';
import { REQUEST_COLUMNS } from '../features/set-up/request-columns.tsx';
import { spanColumns } from '../features/spans/span-columns.tsx';
import { traceColumns } from '../features/traces/trace-columns.tsx';
import {
  CHECK_WIDTH,
  DEFAULT_LAYOUT,
  fittingColumns,
  gridTracks,
  hasTwoLines,
  tracksBelow,
  type Column,
} from '../ui/grid/columns.ts';

/** From a list in a window of 640 px with a row open beside it, or in a phone's, to one in a window of its own. */
const [NARROWEST, WIDEST] = [328, 2400];
/** Of a narrow window, and between the columns of a second line and at its ends. */
const [SIDEBAR, BETWEEN, ENDS] = [52, 8, 32];
/** For a number in a second line: `$0.00016`. */
const LEAST_NUMBER = 60;

function tooWide<Row>(columns: readonly Column<Row>[], besides = 0): readonly string[] {
  const widths = Array.from({ length: WIDEST - NARROWEST + 1 }, (_, index) => NARROWEST + index);
  return widths.flatMap((width) =>
    // With the row open beside it, and alone in its window.
    [WIDEST, width + SIDEBAR].flatMap((windowWidth) => {
      const { line, below } = fittingColumns(columns, DEFAULT_LAYOUT, width, hasTwoLines(width, windowWidth));
      const tracks = tracksBelow(below).replaceAll('min-content', `${LEAST_NUMBER}px`).split(' ');
      const second = tracks.reduce((sum, track) => sum + Number(/(\d+)px/.exec(track)?.[1] ?? 0), ENDS);
      const widest = Math.max(
        gridTracks(line, DEFAULT_LAYOUT).leastWidth + besides,
        second + BETWEEN * (below.length - 1),
      );
      const over = widest - width;
      return over > 0
        ? [`${over} px too wide at ${width}: ${[...line, ...below].map(({ id }) => id).join(', ')}`]
        : [];
    }),
  );
}

test('no table is wider than its pane', () => {
  expect(tooWide(traceColumns('default', undefined), CHECK_WIDTH)).toEqual([]);
  expect(tooWide(sessionColumns('default', undefined), CHECK_WIDTH)).toEqual([]);
  expect(tooWide(spanColumns('default', undefined))).toEqual([]);
  expect(tooWide(logColumns('default'))).toEqual([]);
  expect(tooWide(METRIC_COLUMNS)).toEqual([]);
  expect(tooWide(REQUEST_COLUMNS)).toEqual([]);
});
