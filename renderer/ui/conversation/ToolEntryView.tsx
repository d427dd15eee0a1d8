import { useMemo, type ReactNode } from 'react';
import { printed, printJson } from '../../lib/json-preview.ts';
import { parseJsonText, showHidden } from '../../lib/text.ts';
import { entryCarriers } from '../../lib/entry-spans.ts';
import type { ToolEntry } from '../../lib/thread.ts';
import { toolFacts, toolStatus, type ToolStatus } from './tool-status.ts';
import { classNames } from '../class-names.ts';
import { CutText } from '../text/CutText.tsx';
import { JsonTree } from '../text/JsonTree.tsx';
import { SpanDuration } from '../traces/SpanDuration.tsx';
import { SpanIcon } from '../traces/SpanIcon.tsx';
import { CarriedBy } from './CarriedBy.tsx';
import { AgentDot } from './agent-colours.tsx';
import { CopyCorner } from './CopyCorner.tsx';
import type { EntryProps } from './context.ts';
import { EntryFrame } from './EntryFrame.tsx';
import { Parts } from './Parts.tsx';
import { splitMedia } from './tool-media.ts';

const TOOL = { span_category: 'tool', observation_type: 'tool' } as const;

/** A tool call and its result in one card. */
export function ToolEntryView(props: EntryProps<ToolEntry>) {
  const { entry, spanId, agentIndex, isSelected, context } = props;
  const facts = toolFacts(props.facts);
  const status = toolStatus(entry, facts, context.isOneSpan);
  const isBad = status.tone === 'error';
  const traceId = (entry.responseMessage ?? entry.callMessage)?.trace_id ?? '';
  const onSelect = context.onSelect;
  return (
    <EntryFrame
      id={entry.id}
      speaker="Tool"
      sub={
        <>
          <AgentDot index={agentIndex} />
          {facts === null ? null : <SpanDuration span={facts} />}
        </>
      }
      rail={isBad ? 'border-error' : 'border-tool'}
      isSelected={isSelected}
      onSelect={onSelect === undefined ? undefined : () => onSelect(spanId)}
    >
      <div
        className={classNames(
          '@container/card min-w-0 overflow-hidden rounded-md border bg-raised',
          isBad ? 'border-error' : 'border-line',
        )}
      >
        <CardHead entry={entry} status={status} />
        {entry.call !== null && (
          <Payload label="Arguments" value={entry.call.arguments} isPlain={context.isPlain} />
        )}
        {entry.response !== null && (
          <Payload
            label="Result"
            value={entry.response.response}
            isPlain={context.isPlain}
            isSecond={entry.call !== null}
          />
        )}
        {entry.extra.length > 0 && (
          <div className="border-t border-dashed border-line px-2.5 py-1.5">
            <Parts parts={entry.extra} isPlain={context.isPlain} />
          </div>
        )}
      </div>
      {isSelected && (
        <div className="mt-1 flex flex-wrap gap-x-2.5 gap-y-0.5 text-xs text-ink-3">
          <CarriedBy traceId={traceId} spanIds={entryCarriers(entry)} context={context} />
        </div>
      )}
    </EntryFrame>
  );
}

function CardHead({ entry, status }: { readonly entry: ToolEntry; readonly status: ToolStatus }) {
  const id = showHidden(entry.call?.id ?? entry.response?.id ?? '');
  const isBad = status.tone === 'error';
  return (
    <div
      className={classNames(
        'flex items-center gap-2 border-b px-2.5 py-1 text-sm',
        isBad ? 'border-error/40 bg-error-soft text-error' : 'border-line bg-surface',
      )}
    >
      <SpanIcon span={TOOL} />
      <span dir="auto" title={showHidden(entry.name)} className="truncate font-semibold">
        {showHidden(entry.name)}
      </span>
      <span className={classNames('ml-auto flex flex-none gap-1 text-xs', !isBad && 'text-ink-3')}>
        {id !== '' && (
          <span className="flex gap-1 @max-[320px]/card:hidden">
            <span className="max-w-24 truncate @min-[480px]/card:max-w-40" title={id}>
              {id}
            </span>
            <span aria-hidden>·</span>
          </span>
        )}
        <span>{status.label}</span>
      </span>
    </div>
  );
}

type PayloadProps = {
  readonly label: string;
  readonly value: unknown;
  readonly isPlain: boolean;
  readonly isSecond?: boolean;
};

function Payload({ label, value, isPlain, isSecond = false }: PayloadProps): ReactNode {
  const json = useMemo(
    () => (typeof value === 'string' && !isPlain ? parseJsonText(value) : undefined),
    [value, isPlain],
  );
  const whole = json ?? value;
  const seen = useMemo(() => (isPlain ? null : splitMedia(whole)), [whole, isPlain]);
  const said = seen === null ? whole : seen.rest;
  const isText = typeof said === 'string';
  return (
    <div
      role="group"
      aria-label={label}
      className={classNames(
        'relative px-2.5 py-1.5 font-mono text-sm leading-4.5 text-ink-2',
        isSecond && 'border-t border-dashed border-line',
      )}
    >
      {isText && <CutText text={said === '' ? '(empty)' : said} />}
      {!isText && isPlain && <CutText isCode text={value === undefined ? 'null' : printJson(value)} />}
      {!isText && !isPlain && (seen === null || said !== undefined) && <JsonTree value={said} />}
      {seen !== null && (
        <div className="mt-1.5 font-sans">
          <Parts parts={seen.media} isPlain={isPlain} />
        </div>
      )}
      <CopyCorner label={`Copy ${label.toLowerCase()}`} text={() => printed(value ?? null)} />
    </div>
  );
}
