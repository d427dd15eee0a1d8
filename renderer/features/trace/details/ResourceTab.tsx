import { AttributeTable } from '../../../ui/attributes/AttributeTable.tsx';
import type { SpanPageProps } from './span-page.ts';
import { SpanDetailFrame } from './SpanPageFrame.tsx';

/** What recorded the span: the process it came from and the library that made it. */
export function ResourceTab(props: SpanPageProps) {
  const { project } = props;
  return (
    <SpanDetailFrame page={props}>
      {(span) => (
        <>
          <AttributeTable title="Resource" attributes={span.resource.attributes} filterIn={project} />
          <AttributeTable
            title="Scope"
            attributes={{ name: span.scope.name, version: span.scope.version, ...span.scope.attributes }}
          />
        </>
      )}
    </SpanDetailFrame>
  );
}
