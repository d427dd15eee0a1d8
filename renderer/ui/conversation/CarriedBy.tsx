import { Link } from '@tanstack/react-router';
import { useContext, useState } from 'react';
import { formatOffset, plural } from '../../lib/format.ts';
import { shownName } from '../../lib/text.ts';
import { parseTime } from '../../lib/time.ts';
import { FactsContext, type ConversationContext } from './context.ts';

type Props = {
  readonly traceId: string;
  readonly spanIds: readonly string[];
  readonly context: ConversationContext;
};

/** "Why here?": the spans that carried a message, the one whose copy is shown first. */
export function CarriedBy({ traceId, spanIds, context }: Props) {
  const [open, setOpen] = useState(false);
  const factsOf = useContext(FactsContext);
  const others = spanIds.length - 1;
  return (
    <div className="contents">
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="hint rounded-sm hover:text-ink"
      >
        Why here?
      </button>
      {others > 0 && <span>also in {plural(others, 'other span')}</span>}
      {open && (
        <ol className="basis-full list-none rounded-md border border-line bg-surface px-2.5 py-1.5">
          {spanIds.map((spanId, index) => {
            const facts = factsOf(spanId);
            const name = facts === undefined ? spanId : shownName(facts.span_name);
            return (
              <li key={spanId} className="flex min-h-6 min-w-0 items-baseline gap-2">
                <Link
                  to="/p/$project/traces/$traceId"
                  params={{ project: context.project, traceId }}
                  search={{ span: spanId }}
                  dir="auto"
                  className="min-w-0 truncate text-accent hover:underline"
                >
                  {name}
                </Link>
                {facts !== undefined && context.startMs !== null && (
                  <span className="flex-none">
                    {formatOffset(parseTime(facts.timestamp_start) - context.startMs)}
                  </span>
                )}
                <span className="flex-none text-ink-3">
                  {index === 0 ? 'its copy is shown' : 'carried it too'}
                </span>
              </li>
            );
          })}
        </ol>
      )}
    </div>
  );
}
