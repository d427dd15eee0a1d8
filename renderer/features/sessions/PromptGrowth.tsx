import { Link } from '@tanstack/react-router';
import { Toolbar } from 'radix-ui';
import type { ReactNode } from 'react';
import { formatCount, plural } from '../../lib/format.ts';
import { groupCalls, type CallGroup, type PromptSize } from './prompt-growth.ts';
import { showHidden } from '../../lib/text.ts';
import { formatDaySecond } from '../../lib/time.ts';
import { useNow } from '../../ui/use-now.ts';

type Props = { readonly project: string; readonly sizes: readonly PromptSize[] };

/** More bars than this are too narrow to hit and are only looked at: the traces below lead to the same places. */
const MOST_LINKS = 40;
/** As many as have room beside each other; beyond, a bar stands for several calls. */
const MOST_BARS = 240;

/**
 * The input of each model call as a bar, its cached part lighter: how the prompt grew from call to call. Where bars are links,
 * they are one stop of the Tab key together, and arrows go on.
 */
export function PromptGrowth({ project, sizes }: Props) {
  const now = useNow();
  const first = sizes[0];
  const last = sizes.at(-1);
  if (first === undefined || last === undefined || sizes.length < 2) return null;
  const groups = groupCalls(sizes, MOST_BARS);
  const largest = groups.reduce((most, group) => Math.max(most, group.largest.inputTokens), 0);
  return (
    <section aria-label="Growth of the prompt" className="mt-2.5 text-xs text-ink-3">
      <Head>
        <span>
          {formatCount(first.inputTokens)} → {formatCount(last.inputTokens)} tokens over{' '}
          {plural(sizes.length, 'call')}
        </span>
      </Head>
      <div className="mt-1 overflow-x-auto">
        {sizes.length > MOST_LINKS ? (
          <div
            role="img"
            aria-label={sizes.length > MOST_BARS ? 'A bar for some calls each' : 'A bar for each call'}
            className="flex h-12 items-end gap-px"
          >
            {groups.map((group) => (
              <span
                key={group.firstCall}
                title={labelOf(group, now)}
                className="flex h-full min-w-1 flex-1 flex-col justify-end"
              >
                <Bar size={group.largest} largest={largest} />
              </span>
            ))}
          </div>
        ) : (
          <Toolbar.Root aria-label="Calls" className="flex h-12 items-end gap-px">
            {groups.map((group) => (
              <BarLink
                key={group.firstCall}
                project={project}
                size={group.largest}
                label={labelOf(group, now)}
                largest={largest}
              />
            ))}
          </Toolbar.Root>
        )}
      </div>
    </section>
  );
}

/** In its place while the conversation is read. */
export function PromptGrowthSkeleton() {
  return (
    <div aria-hidden className="loading mt-2.5 text-xs text-ink-3">
      <Head>
        <span className="skeleton w-44">&nbsp;</span>
      </Head>
      <div className="skeleton mt-1 h-12" />
    </div>
  );
}

function Head({ children }: { readonly children: ReactNode }) {
  return (
    <div className="num flex flex-wrap items-baseline gap-x-4">
      <h2 className="font-semibold">Prompt from call to call</h2>
      {children}
      <span className="ml-auto flex items-center gap-1">
        <span aria-hidden className="size-2 rounded-[2px] bg-llm" /> new
        <span aria-hidden className="ml-2 size-2 rounded-[2px] border border-llm bg-llm-soft" /> from the
        cache
      </span>
    </div>
  );
}

type LinkProps = {
  readonly project: string;
  readonly size: PromptSize;
  readonly label: string;
  readonly largest: number;
};

function BarLink({ project, size, label, largest }: LinkProps) {
  return (
    <Toolbar.Link asChild>
      <Link
        to="/p/$project/traces/$traceId"
        params={{ project, traceId: size.traceId }}
        search={{ span: size.spanId }}
        aria-label={label}
        title={label}
        className="flex h-full max-w-10 min-w-6 flex-1 flex-col justify-end rounded-[2px] hover:bg-hover focus-visible:-outline-offset-1"
      >
        <Bar size={size} largest={largest} />
      </Link>
    </Toolbar.Link>
  );
}

function Bar({ size, largest }: { readonly size: PromptSize; readonly largest: number }) {
  const { inputTokens, cachedTokens } = size;
  const share = (tokens: number): string => `${(100 * tokens) / largest}%`;
  return (
    <>
      <span
        className="min-h-px rounded-t-[2px] bg-llm"
        style={{ height: share(inputTokens - cachedTokens) }}
      />
      {cachedTokens > 0 && (
        <span className="border border-llm bg-llm-soft" style={{ height: share(cachedTokens) }} />
      )}
    </>
  );
}

function labelOf({ largest, firstCall, lastCall }: CallGroup, nowMs: number): string {
  const { timeMs, model, inputTokens, cachedTokens } = largest;
  const which =
    firstCall === lastCall ? `Call ${firstCall}` : `The largest of calls ${firstCall} to ${lastCall}`;
  const cached = cachedTokens === 0 ? '' : `, ${formatCount(cachedTokens)} of them from the cache`;
  const by = model === null ? '' : `, ${showHidden(model)}`;
  return `${which}, ${formatDaySecond(timeMs, nowMs)}${by}: ${formatCount(inputTokens)} tokens in${cached}`;
}
