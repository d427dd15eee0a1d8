import type { ReactNode } from 'react';
import type { Message, MessageRole } from '../../../collector/contract/messages.ts';
import { callsText } from '../../lib/called-tools.ts';
import { partsText } from '../../lib/find-text.ts';
import { formatCost, formatCount, formatOffset } from '../../lib/format.ts';
import { summarizePrompt } from '../../lib/system-prompt.ts';
import type { MessageEntry } from '../../lib/thread.ts';
import { formatExact, formatSecond, parseTime } from '../../lib/time.ts';
import { cacheParts } from '../../lib/usage.ts';
import { UsageBreakdown } from '../facts/Numbers.tsx';
import { CarriedBy } from './CarriedBy.tsx';
import { agentBorder, AgentDot } from './agent-colours.tsx';
import { BreakableName } from './BreakableName.tsx';
import { CopyCorner } from './CopyCorner.tsx';
import type { ConversationContext, EntryProps } from './context.ts';
import { EntryFrame } from './EntryFrame.tsx';
import { isOrdinaryEnd } from './finish-reason.ts';
import { Parts } from './Parts.tsx';
import { SystemPrompt } from './SystemPrompt.tsx';
import { showHidden } from '../../lib/text.ts';

const ROLES: Readonly<Record<MessageRole, { name: string; rail: string }>> = {
  system: { name: 'System', rail: 'border-line' },
  user: { name: 'User', rail: 'border-accent' },
  assistant: { name: 'Assistant', rail: 'border-llm' },
  tool: { name: 'Tool', rail: 'border-tool' },
};

export function MessageEntryView(props: EntryProps<MessageEntry>) {
  const { entry, agentIndex, isSelected, context } = props;
  const { message, parts, calls } = entry;
  const hasError = parts.some((part) => part.type === 'error');
  const role = ROLES[message.role];
  const rail = message.role === 'assistant' ? agentBorder(agentIndex, role.rail) : role.rail;
  const onSelect = context.onSelect;
  return (
    <EntryFrame
      id={entry.id}
      speaker={role.name}
      sub={<Sub message={message} startMs={context.startMs} agentIndex={agentIndex} />}
      rail={hasError ? 'border-error' : rail}
      isSelected={isSelected}
      onSelect={onSelect === undefined ? undefined : () => onSelect(message.span_id)}
    >
      {message.role === 'system' ? (
        <SystemPrompt summary={summarizePrompt(parts)} says={partsText(parts)}>
          {() => <Parts parts={parts} isPlain={context.isPlain} />}
        </SystemPrompt>
      ) : (
        <Parts parts={parts} isPlain={context.isPlain} />
      )}
      {parts.length === 0 && calls.length === 0 && (
        <span className="text-sm text-ink-3">(empty message)</span>
      )}
      {parts.length === 0 && calls.length > 0 && <CallsOnly names={calls} />}
      {entry.isEnd && <Meta message={message} isSelected={isSelected} context={context} />}
      {parts.length > 0 && <CopyCorner label="Copy message" text={() => partsText(parts)} />}
    </EntryFrame>
  );
}

function CallsOnly({ names }: { readonly names: readonly string[] }) {
  return <span className="text-sm wrap-anywhere text-ink-3">{callsText(names)}</span>;
}

function Sub({
  message,
  startMs,
  agentIndex,
}: {
  readonly message: Message;
  readonly startMs: number | null;
  readonly agentIndex: number;
}): ReactNode {
  const timeMs = parseTime(message.timestamp);
  const speaker = message.name ?? (message.role === 'user' ? null : message.agent_name);
  const who = speaker === null ? null : showHidden(speaker);
  const isLater = message.role !== 'user' && startMs !== null && timeMs - startMs >= 1;
  const time = isLater ? formatOffset(timeMs - startMs) : formatSecond(timeMs);
  return (
    <>
      {who !== null && (
        // The ellipsis stands behind the last word, which ends at the edge: it needs its room beyond that.
        <div className="-mr-3 line-clamp-2 pr-3 wrap-anywhere" title={who}>
          <AgentDot index={message.name === null ? agentIndex : -1} />
          <BreakableName name={who} />
        </div>
      )}
      {message.role !== 'system' && (
        <time dateTime={message.timestamp} title={formatExact(timeMs)} className="block">
          {/* It breaks between its parts, where there is no room for both: `+10 min` and `00 s`. */}
          {time.replaceAll(/ (?=[a-zµ])/g, '\u00a0')}
        </time>
      )}
    </>
  );
}

type MetaProps = {
  readonly message: Message;
  readonly isSelected: boolean;
  readonly context: ConversationContext;
};

function Meta({ message, isSelected, context }: MetaProps) {
  const { model, usage, cost, finish_reason } = message;
  const showsReason = finish_reason !== null && !isOrdinaryEnd(finish_reason);
  if (model === null && usage === null && !showsReason && !isSelected) return null;
  return (
    <div className="num mt-1 flex flex-wrap gap-x-2.5 gap-y-2 text-xs text-ink-3">
      {model !== null && <span className="min-w-0 wrap-anywhere">{showHidden(model)}</span>}
      {usage !== null && usage.total_tokens > 0 && (
        <UsageBreakdown usage={usage}>
          {[`${formatCount(usage.input_tokens)} in`, ...cacheParts(usage)].join(', ')} ·{' '}
          {formatCount(usage.output_tokens)} out
        </UsageBreakdown>
      )}
      {cost !== null && cost > 0 && <span>{formatCost(cost)}</span>}
      {showsReason && <span className="min-w-0 wrap-anywhere text-warn">{showHidden(finish_reason)}</span>}
      {isSelected && <CarriedBy traceId={message.trace_id} spanIds={message.carried_by} context={context} />}
    </div>
  );
}
