import { useCallback } from 'react';
import type { SpanDetail } from '../../../collector/contract/spans.ts';
import { spanQuery } from '../../api/queries.ts';
import { spanKey } from '../../lib/span-key.ts';
import type { FactsOf } from '../../ui/conversation/context.ts';
import { SpanMessages } from '../../ui/conversation/SpanMessages.tsx';
import { AttributeTable } from '../../ui/attributes/AttributeTable.tsx';
import { PanelLink } from '../../ui/panels/PanelLink.tsx';
import { ReadPanel } from '../../ui/panels/ReadPanel.tsx';
import { SpanErrors } from '../../ui/facts/SpanErrors.tsx';
import { SpanFactList } from '../../ui/facts/SpanFactList.tsx';
import { SpanIcon } from '../../ui/traces/SpanIcon.tsx';
import { shownName } from '../../lib/text.ts';
import { NarrowName } from '../../ui/traces/NarrowName.tsx';

type Props = {
  readonly project: string;
  readonly traceId: string;
  readonly spanId: string;
  /** Searched for in the trace when that is opened. */
  readonly find: string | undefined;
  readonly onClose: () => void;
};

/** A span beside the list: what was extracted, its messages, its attributes. */
export function SpanPanel({ project, traceId, spanId, find, onClose }: Props) {
  return (
    <ReadPanel
      what="span"
      id={spanKey({ trace_id: traceId, span_id: spanId })}
      query={spanQuery(project, traceId, spanId)}
      goneCodes={['SPAN_NOT_FOUND', 'TRACE_NOT_FOUND']}
      renderTitle={(span) => span && <Title span={span} />}
      onClose={onClose}
      actions={
        <PanelLink
          to="/p/$project/traces/$traceId"
          params={{ project, traceId }}
          search={{ span: spanId, find }}
          title="Open in its trace (Enter)"
        >
          Open in trace
        </PanelLink>
      }
    >
      {(span) => <Loaded key={spanId} project={project} span={span} />}
    </ReadPanel>
  );
}

function Title({ span }: { readonly span: SpanDetail }) {
  return (
    <>
      <SpanIcon span={span} />
      <span dir="auto" className="truncate" title={shownName(span.span_name)}>
        <NarrowName name={span.span_name} />
      </span>
    </>
  );
}

function Loaded({ project, span }: { readonly project: string; readonly span: SpanDetail }) {
  const factsOf: FactsOf = useCallback((id) => (id === span.span_id ? span : undefined), [span]);
  return (
    <div
      role="region"
      aria-label="Span details"
      tabIndex={0}
      className="min-h-0 flex-1 overflow-auto pb-5 focus-visible:-outline-offset-2"
    >
      <SpanErrors span={span} className="mx-4 mt-3" />
      <div className="px-4 pt-2.5">
        <SpanFactList project={project} span={span} />
      </div>
      {span.observation_type !== 'span' && (
        <div className="px-4 pt-2.5">
          <SpanMessages
            project={project}
            traceId={span.trace_id}
            spanId={span.span_id}
            model={span.model}
            factsOf={factsOf}
          />
        </div>
      )}
      <AttributeTable title="Attributes" attributes={span.attributes} filterIn={project} />
      <AttributeTable title="Resource" attributes={span.resource.attributes} filterIn={project} />
    </div>
  );
}
