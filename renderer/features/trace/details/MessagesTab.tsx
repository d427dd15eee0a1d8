import type { SpanTree } from '../../../lib/span-tree.ts';
import { SpanMessages } from '../../../ui/conversation/SpanMessages.tsx';
import { EmptyState } from '../../../ui/notices/States.tsx';
import type { SpanPageProps } from './span-page.ts';
import { useTreeFacts } from '../use-tree-facts.ts';

/** What this span alone carries, its whole history included. */
export function MessagesTab({ tree, isSettled, ...ids }: SpanPageProps & { readonly tree: SpanTree }) {
  const factsOf = useTreeFacts(tree);
  return (
    <div className="px-4 py-3">
      <SpanMessages
        {...ids}
        model={tree.byId.get(ids.spanId)?.span?.model ?? null}
        isEnabled={isSettled}
        factsOf={factsOf}
        empty={
          <EmptyState title="No messages">
            <p>This span carries no prompt and no answer.</p>
          </EmptyState>
        }
      />
    </div>
  );
}
