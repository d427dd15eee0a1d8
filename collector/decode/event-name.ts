import type { Attributes } from './records.ts';

/** What Rust's tracing names an event that has no name of its own: where it stands in the source. */
const SOURCE_PLACE = /^event \S+:\d+$/;

/** A log record's own name, or the attribute that named events before the field was there. */
export function eventNameOf(eventName: string, attributes: Attributes): string {
  if (eventName !== '' && !SOURCE_PLACE.test(eventName)) return eventName;
  return attributes.string('event.name') || eventName;
}
