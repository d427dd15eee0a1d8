import type { ConversationSpan } from '../conversation-span.ts';
import type { ReadCache } from '../read-cache.ts';
import type { Reading } from '../reading.ts';

/** One way in which instrumentations write messages onto spans. */
export interface Dialect {
  readonly name: string;
  /** Cheap: looks at keys only. A dialect that speaks may still find nothing. */
  speaks(span: ConversationSpan): boolean;
  /** What the span says in this dialect. Sides that it does not carry are left out. */
  read(span: ConversationSpan, cache: ReadCache): Partial<Reading>;
}
