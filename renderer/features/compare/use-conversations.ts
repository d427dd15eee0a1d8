import { useQueries } from '@tanstack/react-query';
import type { Conversation } from '../../../collector/contract/messages.ts';
import { traceMessagesQuery } from '../../api/queries.ts';

export type Conversations = {
  /** Null until both are there. */
  readonly both: readonly [a: Conversation, b: Conversation] | null;
  readonly error: Error | null;
  readonly retry: () => void;
};

/** What was said in two traces. */
export function useConversations(project: string, traceA: string, traceB: string): Conversations {
  return useQueries({
    queries: [traceMessagesQuery(project, traceA), traceMessagesQuery(project, traceB)],
    combine: ([a, b]): Conversations => ({
      both: a.data === undefined || b.data === undefined ? null : [a.data, b.data],
      error: (a.data === undefined ? a.error : null) ?? (b.data === undefined ? b.error : null),
      retry: () => {
        void a.refetch();
        void b.refetch();
      },
    }),
  });
}
