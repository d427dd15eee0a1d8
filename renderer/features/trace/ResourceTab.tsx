import { useQuery } from '@tanstack/react-query';
import { spanQuery } from '../../api/queries.ts';
import { AttributeTable } from '../../ui/AttributeTable.tsx';
import type { SpanPageProps } from './span-page.ts';
import { SpanPageFrame } from './SpanPageFrame.tsx';

/** What recorded the span: the process it came from and the library that made it. */
export function ResourceTab({ project, traceId, spanId }: SpanPageProps) {
  const query = useQuery(spanQuery(project, traceId, spanId));
  return (
    <SpanPageFrame query={query}>
      {(span) => (
        <>
          <AttributeTable title="Resource" attributes={span.resource.attributes} filterIn={project} />
          <AttributeTable
            title="Scope"
            attributes={{ name: span.scope.name, version: span.scope.version, ...span.scope.attributes }}
          />
        </>
      )}
    </SpanPageFrame>
  );
}
