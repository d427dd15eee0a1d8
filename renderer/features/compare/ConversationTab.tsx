import { useMemo } from 'react';
import { alignItems } from './align-items.ts';
import { compareItems } from './compare-items.ts';
import { ConversationSkeleton } from '../../ui/conversation/ConversationSkeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/notices/States.tsx';
import { AlignedConversation } from './AlignedConversation.tsx';
import { useConversations } from './use-conversations.ts';

type Props = {
  readonly project: string;
  readonly traceA: string;
  readonly traceB: string;
  readonly isAll: boolean;
};

/** What was said in both traces side by side. */
export function ConversationTab({ project, traceA, traceB, isAll }: Props) {
  const { both, error, retry } = useConversations(project, traceA, traceB);
  const rows = useMemo(
    () => (both === null ? null : alignItems(compareItems(both[0].messages), compareItems(both[1].messages))),
    [both],
  );
  if (rows === null) {
    return error === null ? (
      <ConversationSkeleton />
    ) : (
      <ErrorState title="The conversations could not be loaded" error={error} onRetry={retry} />
    );
  }
  if (rows.length === 0) {
    return (
      <EmptyState title="Neither trace has messages">
        <p>Their spans carry no prompts or answers.</p>
      </EmptyState>
    );
  }
  return <AlignedConversation project={project} rows={rows} isAll={isAll} />;
}
