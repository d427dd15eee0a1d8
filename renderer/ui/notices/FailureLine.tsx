import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleAlert } from 'lucide-react';
import { useMemo } from 'react';
import type { TreeRow } from '../../../collector/contract/spans.ts';
import type { TraceTreeDetail } from '../../../collector/contract/traces.ts';
import { spanQuery } from '../../api/queries.ts';
import { errorInOneLine } from '../../lib/span-errors.ts';
import { nameLabels } from '../../lib/span-labels.ts';
import { firstLine, showHidden } from '../../lib/text.ts';
import { failureCause } from '../traces/failure-cause.ts';

type Props = { readonly project: string; readonly trace: TraceTreeDetail };

/** Why a trace failed, in one line that leads there: in a long conversation the failure is far below. */
export function FailureLine({ project, trace }: Props) {
  const cause = useMemo(() => failureCause(trace.spans), [trace.spans]);
  const message = useMessage(project, trace.trace_id, cause);
  if (cause === null) return null;
  return (
    <Link
      to="/p/$project/traces/$traceId"
      params={{ project, traceId: trace.trace_id }}
      search={{ span: cause.span_id }}
      title={message === null ? undefined : showHidden(message)}
      // A low window has its room for the conversation itself.
      className="flex flex-none items-center gap-2 border-b border-line bg-error-soft px-4 py-1.5 text-sm hover:underline [@media(max-height:25rem)]:hidden"
    >
      <CircleAlert size={13} className="flex-none text-error" aria-label="Failed" />
      <span dir="auto" className="max-w-2/5 flex-none truncate font-medium text-error">
        {nameLabels(cause.span_name).name}
      </span>
      <span dir="auto" className="min-w-0 truncate">
        {message !== null && firstLine(message)}
      </span>
    </Link>
  );
}

/** Null while it is read: a tree has no word of those that say only what they failed with. */
function useMessage(project: string, traceId: string, cause: TreeRow | null): string | null {
  const message = cause?.error_preview ?? '';
  const { data: span, isError } = useQuery({
    ...spanQuery(project, traceId, cause?.span_id ?? ''),
    enabled: cause !== null && message === '',
  });
  if (message !== '') return message;
  if (span === undefined) return isError ? NO_MESSAGE : null;
  return errorInOneLine(span) ?? NO_MESSAGE;
}

const NO_MESSAGE = 'failed without a message';
