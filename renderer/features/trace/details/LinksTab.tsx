import { Link } from '@tanstack/react-router';
import type { SpanLink } from '../../../../collector/contract/spans.ts';
import { shownName } from '../../../lib/text.ts';
import { AttributeTable } from '../../../ui/attributes/AttributeTable.tsx';
import { CopyButton } from '../../../ui/controls/CopyButton.tsx';
import { EmptyState } from '../../../ui/notices/States.tsx';
import { LongList } from './LongList.tsx';
import type { SpanPageProps } from './span-page.ts';
import { SpanDetailFrame } from './SpanPageFrame.tsx';

/** The spans that the span points to, in this trace or in others. */
export function LinksTab(props: SpanPageProps) {
  const { project, traceId, spanId } = props;
  return (
    <SpanDetailFrame page={props}>
      {(span) =>
        span.links.length === 0 ? (
          <EmptyState title="No links">
            <p>{shownName(span.span_name)} points to no other span.</p>
          </EmptyState>
        ) : (
          <LongList key={spanId} items={span.links}>
            {(link, index) => <LinkItem key={index} project={project} traceId={traceId} link={link} />}
          </LongList>
        )
      }
    </SpanDetailFrame>
  );
}

type ItemProps = { readonly project: string; readonly traceId: string; readonly link: SpanLink };

function LinkItem({ project, traceId, link }: ItemProps) {
  const isHere = link.trace_id === traceId;
  return (
    <li className="border-b border-line py-2">
      <div className="flex min-w-0 items-center gap-2 px-4 text-sm">
        <Link
          to="/p/$project/traces/$traceId"
          params={{ project, traceId: link.trace_id }}
          search={{ span: link.span_id, tab: 'links' }}
          className="min-w-0 truncate font-mono text-accent hover:underline"
        >
          {isHere ? `span ${link.span_id}` : `trace ${link.trace_id}, span ${link.span_id}`}
        </Link>
        {isHere && <span className="flex-none text-ink-3">in this trace</span>}
        <span className="ml-auto flex-none">
          <CopyButton text={link.span_id} label={`Copy span id ${link.span_id}`} small />
        </span>
      </div>
      <AttributeTable title="Attributes" attributes={link.attributes} />
    </li>
  );
}
