import { AttributeTable } from '../../ui/AttributeTable.tsx';
import type { SpanPageProps } from './span-page.ts';
import { SpanPageFrame } from './SpanPageFrame.tsx';
import { useSpanDetail } from './use-span-detail.ts';

/** What recorded the span: the process it came from and the library that made it. */
export function ResourceTab(props: SpanPageProps) {
  const { project } = props;
  const query = useSpanDetail(props);
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
