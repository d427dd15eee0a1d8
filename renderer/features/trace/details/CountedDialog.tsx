import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, type ReactNode } from 'react';
import type { TraceTotals } from '../../../../collector/contract/totals.ts';
import { traceTotalsQuery } from '../../../api/queries.ts';
import {
  costSumText,
  costText,
  isPriced,
  priceParts,
  priceText,
  reasonText,
  tokensWithParts,
} from './counting.ts';
import { formatCount, plural } from '../../../lib/format.ts';
import { spanLabels } from '../../../lib/span-labels.ts';
import type { SpanTree } from '../../../lib/span-tree.ts';
import { cacheParts } from '../../../lib/usage.ts';
import { TitledDialog } from '../../../ui/controls/TitledDialog.tsx';
import { ShowMore, useLimit } from '../../../ui/text/ShowMore.tsx';
import { SpanIcon } from '../../../ui/traces/SpanIcon.tsx';
import { ErrorState } from '../../../ui/notices/States.tsx';

/** About as many as are seen, which it opens with: the browser lays out a table as a whole. */
const ROWS_AT_ONCE = 20;

type Props = {
  readonly project: string;
  readonly traceId: string;
  readonly tree: SpanTree;
  readonly onSelect: (spanId: string) => void;
  readonly onClose: () => void;
};

/** How a trace's tokens and cost were counted: the spans that count, and the ones left out with the reason. */
export function CountedDialog({ project, traceId, tree, onSelect, onClose }: Props) {
  const { data, error, refetch } = useQuery(traceTotalsQuery(project, traceId));
  const choose = (spanId: string): void => {
    onSelect(spanId);
    onClose();
  };
  return (
    <TitledDialog title="How it was counted" onClose={onClose} className="w-230">
      <div className="min-h-0 overflow-auto px-4 py-3" role="region" aria-label="Counting" tabIndex={0}>
        {error !== null && data === undefined && (
          <ErrorState title="The counting could not be loaded" error={error} onRetry={() => void refetch()} />
        )}
        {error === null && data === undefined && <div className="skeleton h-32" />}
        {data !== undefined && <Counting totals={data} tree={tree} onSelect={choose} />}
      </div>
    </TitledDialog>
  );
}

type CountingProps = {
  readonly totals: TraceTotals;
  readonly tree: SpanTree;
  readonly onSelect: (spanId: string) => void;
};

function Counting({ totals, tree, onSelect }: CountingProps) {
  const { counted, left_out: leftOut } = totals;
  // Each table begins with so many rows; the sum is of all.
  const [limit, showMore] = useLimit();
  const drawn = useDeferredValue(limit, ROWS_AT_ONCE);
  const most = Math.max(counted.length, leftOut.length);
  const sum = (key: 'input_tokens' | 'output_tokens' | 'total_tokens'): number =>
    counted.reduce((all, usage) => all + usage[key], 0);
  const unpriced = counted.filter((usage) => !isPriced(usage)).length;
  if (most === 0)
    return (
      <p className="text-sm text-ink-2">
        No call in this trace tells how many tokens it took: there is nothing to sum, and nothing to price.
      </p>
    );
  return (
    <>
      <p className="text-sm text-ink-2">
        Each model call counts once. Cached tokens are part of the input, reasoning of the output.
      </p>
      <Table title="Counted" lastHead="Price in US dollars a million tokens" rows={counted.length}>
        {counted.slice(0, drawn).map((usage) => (
          <Row key={usage.span_id} usage={usage} tree={tree} onSelect={onSelect}>
            <span className="text-ink-2">{priceText(usage)}</span>
            {usage.price !== null && (
              <span className="block text-xs text-ink-3">{priceParts(usage.price)}</span>
            )}
          </Row>
        ))}
        <tr className={`border-t border-line-strong font-semibold ${ROW}`}>
          <th scope="row" className="py-1.5 text-left">
            Sum
          </th>
          <td className={NUMBER}>{formatCount(sum('input_tokens'))}</td>
          <td className={NUMBER}>{formatCount(sum('output_tokens'))}</td>
          <td className={NUMBER}>{formatCount(sum('total_tokens'))}</td>
          <td className={`whitespace-nowrap ${NUMBER}`}>{costSumText(counted)}</td>
          <td className={`${LAST} font-normal text-ink-3`}>
            {plural(counted.length, 'call')}
            {unpriced > 0 && `, ${formatCount(unpriced)} without a price`}
          </td>
        </tr>
      </Table>
      {leftOut.length > 0 && (
        <Table title="Left out" lastHead="Why" rows={leftOut.length}>
          {leftOut.slice(0, drawn).map((usage) => (
            <Row key={usage.span_id} usage={usage} tree={tree} onSelect={onSelect}>
              <span className="text-ink-2">{reasonText(usage.reason)}</span>
            </Row>
          ))}
        </Table>
      )}
      <ShowMore left={most - limit} onClick={showMore} className="mt-2" />
    </>
  );
}

function Table(props: {
  readonly title: string;
  readonly lastHead: string;
  readonly rows: number;
  readonly children: ReactNode;
}) {
  return (
    <table className="num mt-3 w-full text-sm max-sm:grid max-sm:grid-cols-[minmax(4rem,1fr)_repeat(4,auto)]">
      <caption className="pb-1 text-left font-semibold max-sm:col-span-full">
        {props.title} <span className="font-normal text-ink-3">{formatCount(props.rows)}</span>
      </caption>
      <thead className="text-xs text-ink-3 max-sm:contents">
        <tr className={`border-b border-line ${ROW}`}>
          <th scope="col" className="py-1 text-left font-normal">
            Span
          </th>
          {['Input', 'Output', 'Total', 'Cost'].map((head) => (
            <th key={head} scope="col" className="pl-4 text-right font-normal max-sm:pl-2">
              {head}
            </th>
          ))}
          <th scope="col" className={`w-72 min-w-56 text-left font-normal ${LAST}`}>
            {props.lastHead}
          </th>
        </tr>
      </thead>
      <tbody className="max-sm:contents">{props.children}</tbody>
    </table>
  );
}

/** A narrow window has room for the numbers alone: what they come of stands below them, over the whole row. */
const ROW = 'max-sm:col-span-full max-sm:grid max-sm:grid-cols-subgrid max-sm:items-baseline';
const LAST = 'pl-6 max-sm:col-span-full max-sm:pl-0';
const NUMBER = 'py-1.5 pl-4 text-right max-sm:pl-2';

type RowProps = {
  readonly usage: TraceTotals['counted' | 'left_out'][number];
  readonly tree: SpanTree;
  readonly onSelect: (spanId: string) => void;
  readonly children: ReactNode;
};

function Row({ usage, tree, onSelect, children }: RowProps) {
  const span = tree.byId.get(usage.span_id)?.span ?? null;
  const labels = span === null ? { name: usage.span_id, detail: null } : spanLabels(span);
  return (
    <tr className={`border-b border-line/60 align-top last:border-0 ${ROW}`}>
      <th scope="row" className="py-1.5 text-left font-normal max-sm:min-w-0">
        <button
          type="button"
          onClick={() => onSelect(usage.span_id)}
          className="flex max-w-72 min-w-0 items-center max-sm:max-w-full gap-1.5 rounded-sm text-left hover:underline"
        >
          {span !== null && <SpanIcon span={span} />}
          {/* The detail gives way first, as in the tree. */}
          <span className="flex min-w-0 gap-1.5">
            <span title={labels.name} className="max-w-full flex-none truncate">
              {labels.name}
            </span>
            {labels.detail !== null && (
              <span title={labels.detail} className="min-w-0 truncate text-ink-3">
                {labels.detail}
              </span>
            )}
          </span>
        </button>
      </th>
      <td className={NUMBER}>{tokensWithParts(usage.input_tokens, cacheParts(usage))}</td>
      <td className={NUMBER}>
        {tokensWithParts(
          usage.output_tokens,
          usage.reasoning_tokens === 0 ? [] : [`${formatCount(usage.reasoning_tokens)} reasoning`],
        )}
      </td>
      <td className={NUMBER}>{formatCount(usage.total_tokens)}</td>
      <td className={NUMBER}>{costText({ price: null, cost_source: null, ...usage })}</td>
      <td className={`py-1.5 max-sm:pt-0 ${LAST}`}>{children}</td>
    </tr>
  );
}
