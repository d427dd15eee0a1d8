import type { SpanDetail } from '../../../../collector/contract/spans.ts';
import { spanKindLabel } from '../../../lib/span-kind.ts';
import { shownName } from '../../../lib/text.ts';
import { CopyButton } from '../../../ui/controls/CopyButton.tsx';
import { Pill } from '../../../ui/controls/Pill.tsx';
import { SpanFactList } from '../../../ui/facts/SpanFactList.tsx';
import { SpanIcon } from '../../../ui/traces/SpanIcon.tsx';
import { SpanCounting } from './SpanCounting.tsx';
import { SpanErrors } from '../../../ui/facts/SpanErrors.tsx';
import type { SpanPageProps } from './span-page.ts';
import { SpanDetailFrame } from './SpanPageFrame.tsx';

/** Everything known of a span: its error first, then what was extracted. */
export function SpanTab(props: SpanPageProps) {
  const { project, traceId, spanId } = props;
  return (
    <SpanDetailFrame page={props}>
      {(span) => (
        <div className="grid grid-cols-1 gap-4 px-4 py-3">
          <Title span={span} />
          <SpanErrors span={span} />
          <SpanFactList project={project} span={span} />
          {(span.total_tokens > 0 || span.total_cost > 0) && (
            <SpanCounting project={project} traceId={traceId} spanId={spanId} />
          )}
        </div>
      )}
    </SpanDetailFrame>
  );
}

function Title({ span }: { readonly span: SpanDetail }) {
  return (
    <div className="flex min-w-0 items-center gap-2">
      <SpanIcon span={span} />
      <h2 dir="auto" className="min-w-0 text-lg font-semibold wrap-anywhere">
        {shownName(span.span_name)}
      </h2>
      <Pill>{spanKindLabel(span)}</Pill>
      {span.state === 'running' && <Pill tone="warn">running</Pill>}
      <span className="ml-auto flex-none">
        <CopyButton text={span.span_id} label={`Copy span id ${span.span_id}`} small />
      </span>
    </div>
  );
}
