import { useCallback } from 'react';
import type { SpanTree } from '../../lib/span-tree.ts';
import type { FactsOf } from '../../ui/conversation/context.ts';

/** What the tree knows of a span, for the messages that belong to it. */
export function useTreeFacts(tree: SpanTree): FactsOf {
  return useCallback((spanId) => tree.byId.get(spanId)?.span ?? undefined, [tree]);
}
