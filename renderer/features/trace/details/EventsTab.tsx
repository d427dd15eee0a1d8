import type { SpanEvent } from '../../../../collector/contract/spans.ts';
import { shownName } from '../../../lib/text.ts';
import { AttributeTable } from '../../../ui/attributes/AttributeTable.tsx';
import { EmptyState } from '../../../ui/notices/States.tsx';
import { inTimeOrder } from '../tree/event-ticks.ts';
import { ItemTime } from './ItemTime.tsx';
import { LongList } from './LongList.tsx';
import type { SpanPageProps } from './span-page.ts';
import { SpanDetailFrame } from './SpanPageFrame.tsx';

/** The span's events as they happened, each with the time since the span's start. */
export function EventsTab(props: SpanPageProps) {
  const { spanId } = props;
  return (
    <SpanDetailFrame page={props}>
      {(span) =>
        span.events.length === 0 ? (
          <EmptyState title="No events">
            <p>{shownName(span.span_name)} has recorded none.</p>
          </EmptyState>
        ) : (
          <LongList key={spanId} items={inTimeOrder(span.events)}>
            {(event, index) => <EventItem key={index} event={event} spanStart={span.timestamp_start} />}
          </LongList>
        )
      }
    </SpanDetailFrame>
  );
}

function EventItem({ event, spanStart }: { readonly event: SpanEvent; readonly spanStart: string }) {
  return (
    <li className="border-b border-line py-2">
      <div className="flex items-baseline gap-3 px-4">
        <h3 dir="auto" className="min-w-0 font-medium wrap-anywhere">
          {shownName(event.name)}
        </h3>
        <ItemTime iso={event.timestamp} spanStart={spanStart} />
      </div>
      <AttributeTable title="Attributes" attributes={event.attributes} />
    </li>
  );
}
