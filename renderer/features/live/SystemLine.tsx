import { ScrollText } from 'lucide-react';
import type { SpanEntry } from '../../lib/feed.ts';
import type { PromptSummary } from '../../lib/system-prompt.ts';
import { SpanSystemPrompt } from '../../ui/conversation/SpanSystemPrompt.tsx';
import { SystemPrompt } from '../../ui/conversation/SystemPrompt.tsx';
import { formatShortClock } from '../../lib/time.ts';
import { IconSquare } from '../../ui/traces/IconSquare.tsx';
import { ClockTime } from '../../ui/RelativeTime.tsx';
import { Cell } from './Cell.tsx';

type Props = {
  readonly project: string;
  readonly entry: SpanEntry;
  readonly at: string;
  readonly prompt: PromptSummary;
  readonly isOpen: boolean;
  readonly onToggle: (isOpen: boolean) => void;
  readonly tabIndex: number;
};

/** What a model was told before all else, folded; what it says is read when somebody unfolds it. */
export function SystemLine({ project, entry, at, prompt, ...fold }: Props) {
  const { trace_id, span_id } = entry.span;
  return (
    <>
      <Cell className="num h-7 w-26 flex-none content-center self-start text-xs text-ink-3 @max-[480px]/feed:hidden">
        <ClockTime iso={at} format={formatShortClock} />
      </Cell>
      <Cell className="flex h-7 w-36 flex-none items-center gap-2 self-start pr-2 text-ink-2 @max-[480px]/feed:w-28 @min-[1100px]/feed:w-48">
        <IconSquare icon={ScrollText} className="bg-hover text-ink-3" />
        System
      </Cell>
      <Cell className="min-w-0 flex-1 border-l-2 border-line py-1 pl-2.5 leading-5">
        <SystemPrompt summary={prompt} {...fold}>
          {() => <SpanSystemPrompt project={project} traceId={trace_id} spanId={span_id} />}
        </SystemPrompt>
      </Cell>
    </>
  );
}
