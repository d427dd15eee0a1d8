import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { LogRecord } from '../../../../collector/contract/logs.ts';
import { logPageQuery } from '../../../api/queries.ts';

/** The newest records of a trace among which those without a span are looked for: the list of logs has all. */
const MOST_READ = 200;
/** Streams tell of spans only. */
const POLL_MS = 5000;

const NONE: readonly LogRecord[] = [];

type Options = {
  readonly project: string;
  readonly traceId: string;
  readonly isEnabled: boolean;
  /** Whether they are looked at: then they are read again every few seconds. */
  readonly isShown: boolean;
};

/** The log records that name a trace but no span of it, the oldest first; none where it is not enabled. */
export function useUnattachedLogs({ project, traceId, isEnabled, isShown }: Options): readonly LogRecord[] {
  const { data } = useQuery({
    ...logPageQuery(project, { trace_id: traceId, limit: MOST_READ }),
    enabled: isEnabled,
    refetchInterval: isShown ? POLL_MS : false,
  });
  const logs = isEnabled ? data?.data : undefined;
  return useMemo(() => logs?.filter((log) => log.span_id === null).toReversed() ?? NONE, [logs]);
}
