import type { ObservationType } from './common.ts';

/**
 * Whether spans of this type are calls of a model, of which tokens, cost and the model's name count. Conversations are told without
 * embeddings: there `messages/conversation-span.ts` decides.
 */
export const callsModel = (type: ObservationType | null | undefined): boolean =>
  type === 'generation' || type === 'embedding';
