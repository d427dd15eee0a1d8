import type { ReactNode } from 'react';
import type { Span } from '../../../collector/contract/spans.ts';
import { callsText } from '../../lib/called-tools.ts';
import type { FeedRow } from '../../lib/feed.ts';
import type { FeedLine } from '../../lib/feed-lines.ts';
import { firstLine, showHidden } from '../../lib/text.ts';
import { classNames } from '../../ui/class-names.ts';
import { callsTools } from '../../ui/conversation/finish-reason.ts';
import { FromTo } from '../../ui/text/FromTo.tsx';

type Props = { readonly row: FeedRow & { kind: 'line' }; readonly isFailed: boolean };

/** What a line says, and what came of it: an answer, or why it failed. */
export function LineWords({ row, isFailed }: Props): ReactNode {
  const { line, entry } = row;
  const { span } = entry;
  const error = isFailed ? (span.error_preview ?? 'failed') : null;
  if (line.kind === 'agent' && error === null) {
    return <span className="text-ink-3">{span.state === 'running' ? 'at work' : 'done'}</span>;
  }
  const result = error ?? line.result;
  const isCall = line.kind === 'tool' || line.kind === 'step';
  if (line.text === null && result === null && line.calls.length === 0) {
    return <span className="truncate text-ink-3">{withoutWords(line.kind, span)}</span>;
  }
  const said = (
    <>
      {line.text !== null && (
        <span
          dir="auto"
          className={classNames('truncate', isCall ? 'font-mono text-xs text-ink-2' : 'text-ink')}
          title={showHidden(line.text)}
        >
          {firstLine(line.text, 300)}
        </span>
      )}
      {line.calls.length > 0 && (
        <span className="max-w-full min-w-16 shrink-2 truncate text-ink-3">{callsText(line.calls)}</span>
      )}
    </>
  );
  if (result === null) return said;
  const came = (
    <span
      dir="auto"
      className={classNames(
        'truncate',
        isCall && error === null && 'font-mono text-xs',
        error === null ? 'text-ink-2' : 'text-error',
      )}
      title={showHidden(result)}
    >
      {firstLine(result, 300)}
    </span>
  );
  return <FromTo from={said} to={came} />;
}

/** What stands in place of words that a span does not tell, or does not tell yet. */
function withoutWords(kind: FeedLine['kind'], { state, finish_reasons }: Span): string {
  if (kind === 'span') return '';
  if (kind === 'assistant' && finish_reasons.some(callsTools)) return 'calls tools';
  if (state === 'done') return 'no content recorded';
  return kind === 'assistant' ? 'waiting for the answer' : 'at work';
}
