import { Link } from '@tanstack/react-router';
import { Maximize2 } from 'lucide-react';

type Props = {
  readonly project: string;
  readonly traceId: string;
  /** Chosen in the trace when it opens. */
  readonly spanId: string | null;
  /** Searched for in the trace when it opens. */
  readonly find?: string | undefined;
  readonly title?: string;
  readonly children: string;
};

/** In the head of a side panel: the way from what is beside a list to the whole of its trace. */
export function OpenTraceLink({ project, traceId, spanId, find, title, children }: Props) {
  return (
    <Link
      to="/p/$project/traces/$traceId"
      params={{ project, traceId }}
      search={{ span: spanId ?? undefined, find }}
      title={title}
      className="inline-flex h-6 items-center gap-1.5 rounded-sm px-1.5 text-sm whitespace-nowrap text-ink-2 hover:bg-hover hover:text-ink"
    >
      <Maximize2 size={12} aria-hidden /> {children}
    </Link>
  );
}
