import type { ReactNode } from 'react';
import type { TraceTreeDetail } from '../../../../collector/contract/traces.ts';
import type { TraceSearch } from '../../../lib/search.ts';
import type { SpanTree } from '../../../lib/span-tree.ts';
import { showHidden, shownName } from '../../../lib/text.ts';
import { TraceConversation } from '../../../ui/conversation/TraceConversation.tsx';
import { useIsOpen } from '../../../ui/traces/use-progress.ts';
import { missingSpanText } from './MissingSpan.tsx';
import { useTreeFacts } from '../use-tree-facts.ts';

type Props = {
  readonly project: string;
  readonly trace: TraceTreeDetail;
  readonly tree: SpanTree;
  readonly selectedId: string | null;
  readonly missingId: string | null;
  readonly isPlain: boolean;
  readonly onSelect: (spanId: string) => void;
  readonly onChange: (change: TraceSearch) => void;
};

export function ConversationTab({ tree, missingId, onChange, ...conversation }: Props) {
  const { selectedId } = conversation;
  const factsOf = useTreeFacts(tree);
  const mayCome = useIsOpen(conversation.trace);
  const selectedName = selectedId === null ? undefined : tree.byId.get(selectedId)?.span?.span_name;
  return (
    <>
      <TraceConversation
        {...conversation}
        factsOf={factsOf}
        unmarked={
          selectedName !== undefined && (
            <Below>
              <span className="min-w-0 truncate">
                <b className="font-medium text-ink">{shownName(selectedName)}</b> carries no message.
              </span>
              <button
                type="button"
                onClick={() => onChange({ tab: 'span' })}
                className="flex-none rounded-sm text-link"
              >
                Show the span
              </button>
            </Below>
          )
        }
      />
      {missingId !== null && (
        <Below>
          <span className="min-w-0 truncate">
            {missingSpanText(mayCome)}: <b className="font-medium text-ink">{showHidden(missingId)}</b>
          </span>
        </Below>
      )}
    </>
  );
}

/** A line below the conversation, of what is chosen and nothing in it tells. */
function Below({ children }: { readonly children: ReactNode }) {
  return (
    <div className="flex flex-none items-center gap-2 border-t border-line bg-surface px-4 py-1.5 text-sm text-ink-2">
      {children}
    </div>
  );
}
