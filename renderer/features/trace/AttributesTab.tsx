import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { spanQuery } from '../../api/queries.ts';
import { AttributeTable } from './AttributeTable.tsx';
import type { SpanPageProps } from './span-page.ts';
import { SpanPageFrame } from './SpanPageFrame.tsx';

/** Every attribute of the span, its resource and its scope, as a table to search. */
export function AttributesTab({ project, traceId, spanId }: SpanPageProps) {
  const query = useQuery(spanQuery(project, traceId, spanId));
  const [search, setSearch] = useState('');
  return (
    <SpanPageFrame query={query}>
      {(span) => (
        <>
          <div className="sticky top-0 z-10 border-b border-line bg-bg px-4 py-2">
            <input
              type="search"
              aria-label="Search the attributes"
              placeholder="Search keys and values"
              value={search}
              onChange={(event) => setSearch(event.target.value)}
              className="h-7 w-full rounded-md border border-line bg-surface px-2.5 text-sm placeholder:text-ink-3"
            />
          </div>
          <AttributeTable title="Span" attributes={span.attributes} search={search} />
          <AttributeTable title="Resource" attributes={span.resource.attributes} search={search} />
          <AttributeTable
            title="Scope"
            attributes={{ name: span.scope.name, version: span.scope.version, ...span.scope.attributes }}
            search={search}
          />
        </>
      )}
    </SpanPageFrame>
  );
}
