import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { SpanDetail, SpanLink } from '../../../collector/contract/spans.ts';
import { spanFactGroups } from '../../lib/span-facts.ts';
import { showHidden } from '../../lib/text.ts';
import { JsonTree } from '../../ui/JsonTree.tsx';
import { SessionLink } from '../../ui/SessionLink.tsx';

/** What was extracted from a span, in groups; what is absent is left out. */
export function SpanFactList({ project, span }: { readonly project: string; readonly span: SpanDetail }) {
  return (
    <div className="grid grid-cols-1 gap-3.5">
      {spanFactGroups(span).map(({ title, facts }) => (
        <Group key={title} title={title}>
          {facts.map(({ label, value }) => (
            <Row key={label} label={label}>
              {label === 'Session' ? <SessionLink project={project} sessionId={value} /> : showHidden(value)}
            </Row>
          ))}
        </Group>
      ))}
      {Object.keys(span.metadata).length > 0 && (
        <Group title="Metadata">
          {Object.entries(span.metadata).map(([key, value]) => (
            <Row key={key} label={key}>
              <span className="font-mono">
                <JsonTree value={value} />
              </span>
            </Row>
          ))}
        </Group>
      )}
      {span.links.length > 0 && (
        <Group title="Links">
          {span.links.map((link, index) => (
            <Row key={index} label="Linked span">
              <LinkedSpan project={project} link={link} />
            </Row>
          ))}
        </Group>
      )}
    </div>
  );
}

function Group({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-1 text-xs font-semibold text-ink-3">{title}</h3>
      <dl className="num grid grid-cols-[minmax(96px,34%)_minmax(0,1fr)] text-sm">{children}</dl>
    </section>
  );
}

function Row({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="col-span-2 grid grid-cols-subgrid border-b border-line/60 py-1 last:border-0">
      <dt className="pr-3 wrap-anywhere text-ink-2">{label}</dt>
      <dd className="min-w-0 wrap-anywhere text-ink">{children}</dd>
    </div>
  );
}

function LinkedSpan({ project, link }: { readonly project: string; readonly link: SpanLink }) {
  return (
    <Link
      to="/p/$project/traces/$traceId"
      params={{ project, traceId: link.trace_id }}
      search={{ span: link.span_id }}
      className="font-mono text-accent hover:underline"
    >
      {link.trace_id.slice(0, 12)}… / {link.span_id}
    </Link>
  );
}
