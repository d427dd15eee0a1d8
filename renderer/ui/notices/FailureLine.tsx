import { Link } from '@tanstack/react-router';
import { CircleAlert } from 'lucide-react';
import { useMemo } from 'react';
import type { TraceTreeDetail } from '../../../collector/contract/traces.ts';
import { nameLabels } from '../../lib/span-labels.ts';
import { firstLine, showHidden } from '../../lib/text.ts';
import { failureCause } from '../traces/failure-cause.ts';

type Props = { readonly project: string; readonly trace: TraceTreeDetail };

/** Why a trace failed, in one line that leads there: in a long conversation the failure is far below. */
export function FailureLine({ project, trace }: Props) {
  const cause = useMemo(() => failureCause(trace.spans), [trace.spans]);
  if (cause === null) return null;
  const message = cause.status_message ?? '';
  return (
    <Link
      to="/p/$project/traces/$traceId"
      params={{ project, traceId: trace.trace_id }}
      search={{ span: cause.span_id }}
      title={message === '' ? undefined : showHidden(message)}
      // A low window has its room for the conversation itself.
      className="flex flex-none items-center gap-2 border-b border-line bg-error-soft px-4 py-1.5 text-sm hover:underline [@media(max-height:25rem)]:hidden"
    >
      <CircleAlert size={13} className="flex-none text-error" aria-label="Failed" />
      <span dir="auto" className="max-w-2/5 flex-none truncate font-medium text-error">
        {nameLabels(cause.span_name).name}
      </span>
      <span dir="auto" className="min-w-0 truncate">
        {message === '' ? 'failed without a message' : firstLine(message)}
      </span>
    </Link>
  );
}
