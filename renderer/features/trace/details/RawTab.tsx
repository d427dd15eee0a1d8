import { useQuery } from '@tanstack/react-query';
import { rawSpanQuery } from '../../../api/queries.ts';
import { printJson } from '../../../lib/json-preview.ts';
import { CopyButton } from '../../../ui/controls/CopyButton.tsx';
import { JsonTree } from '../../../ui/text/JsonTree.tsx';
import type { SpanPageProps } from './span-page.ts';
import { SpanPageFrame } from './SpanPageFrame.tsx';

/** The span as it was sent, in the protocol's own JSON. */
export function RawTab({ project, traceId, spanId, isSettled }: SpanPageProps) {
  const query = useQuery({ ...rawSpanQuery(project, traceId, spanId), enabled: isSettled });
  return (
    <SpanPageFrame query={query}>
      {(span) => (
        <div className="px-4 py-3">
          <div className="mb-2 flex items-center justify-between">
            <p className="text-sm text-ink-3">OTLP JSON, as it was sent</p>
            <CopyButton text={() => printJson(span.raw_span)} label="Copy JSON" />
          </div>
          <div className="font-mono text-sm leading-5">
            <JsonTree value={span.raw_span} isOpen openDepth={2} />
          </div>
        </div>
      )}
    </SpanPageFrame>
  );
}
