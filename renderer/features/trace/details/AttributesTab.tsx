import { useDeferredValue, useState } from 'react';
import { shownName } from '../../../lib/text.ts';
import { AttributeTable } from '../../../ui/attributes/AttributeTable.tsx';
import { EmptyState } from '../../../ui/notices/States.tsx';
import type { SpanPageProps } from './span-page.ts';
import { SpanDetailFrame } from './SpanPageFrame.tsx';

/** Every attribute of the span as a table to search, to filter lists by and to copy from. */
export function AttributesTab(props: SpanPageProps) {
  const { project, spanId } = props;
  const [search, setSearch] = useState('');
  const wanted = useDeferredValue(search);
  return (
    <SpanDetailFrame page={props}>
      {(span) =>
        Object.keys(span.attributes).length === 0 ? (
          <EmptyState title="No attributes">
            <p>{shownName(span.span_name)} has none of its own.</p>
          </EmptyState>
        ) : (
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
            <AttributeTable
              key={spanId}
              title="Span"
              attributes={span.attributes}
              search={wanted}
              whenNone={<EmptyState title="No attribute contains this" />}
              filterIn={project}
            />
          </>
        )
      }
    </SpanDetailFrame>
  );
}
