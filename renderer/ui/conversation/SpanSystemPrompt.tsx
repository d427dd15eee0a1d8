import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { spanMessagesQuery } from '../../api/queries.ts';
import { buildThread } from '../../lib/thread.ts';
import { TryAgain } from '../notices/TryAgain.tsx';
import { Parts } from './Parts.tsx';

type Props = { readonly project: string; readonly traceId: string; readonly spanId: string };

/** The system prompt that a model call was given, as it says it. */
export function SpanSystemPrompt({ project, traceId, spanId }: Props) {
  const { data, error, refetch } = useQuery(spanMessagesQuery(project, traceId, spanId));
  const parts = useMemo(
    () =>
      buildThread(data?.messages ?? []).flatMap((entry) =>
        entry.kind === 'message' && entry.message.role === 'system' ? entry.parts : [],
      ),
    [data],
  );
  if (data !== undefined) return <Parts parts={parts} isPlain={false} />;
  if (error === null) return <div className="loading skeleton h-10" />;
  return (
    <p className="flex items-center gap-2 text-sm text-error">
      {error.message} <TryAgain error={error} onRetry={() => void refetch()} />
    </p>
  );
}
