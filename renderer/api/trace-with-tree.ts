import type { TraceTreeDetail } from '../../collector/contract/traces.ts';
import { inSlices } from './in-slices.ts';
import { spanTreeSteps, type SpanTree } from '../lib/span-tree.ts';

/** A trace as the collector told it, and the tree that its spans form. */
export type TraceWithTree = TraceTreeDetail & { readonly tree: SpanTree };

/** Makes the tree before anything is drawn: while React draws it would all be one task, of a large trace a long one. */
export async function withTree(trace: TraceTreeDetail): Promise<TraceWithTree> {
  return { ...trace, tree: await inSlices(spanTreeSteps(trace.spans)) };
}
