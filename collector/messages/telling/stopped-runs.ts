import { type ConversationSpan, isAiSpan } from '../conversation-span.ts';
import { sayInterrupt } from '../interrupt.ts';
import type { Forest } from './forest.ts';

/** The runs that ended because one inside of them stopped to wait for a person; a run that went on after that is none of them. */
export function runsThatStopped(forest: Forest): ReadonlySet<ConversationSpan> {
  const stopped = new Set<ConversationSpan>();
  for (const span of forest.spans) {
    if (!isAiSpan(span) || sayInterrupt(span).length === 0) continue;
    for (const around of forest.ancestorsOf(span)) {
      const last = forest.childrenOf(around).at(-1);
      const wentOn = last !== undefined && last.record.startUnixNano > span.record.endUnixNano;
      if (wentOn || stopped.has(around)) break;
      stopped.add(around);
    }
  }
  return stopped;
}
