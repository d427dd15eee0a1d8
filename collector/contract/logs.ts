import { Type, type Static } from 'typebox';
import { JsonObject, Nullable, Page, Timestamp, object, pageQuery, textFilter } from './common.ts';

/** Attribute values and the body as plain JSON, 64-bit integers with all their digits. */
export const LogRecord = object('LogRecord', 'One log record.', {
  id: Type.String({ description: 'the same for a record that is sent again' }),
  time: Type.String({
    format: 'date-time',
    description: 'when it happened; where the record does not say, when it was observed',
  }),
  observed_time: Nullable(Timestamp),
  severity_number: Nullable(Type.Integer({ description: '1 (TRACE) to 24 (FATAL4)' })),
  severity_text: Nullable(Type.String()),
  event_name: Nullable(Type.String({ description: "the record's own, or its attribute `event.name`" })),
  body: Type.Unknown(),
  attributes: JsonObject,
  resource: Type.Object({ attributes: JsonObject }),
  scope: Type.Object({ name: Type.String(), version: Type.String(), attributes: JsonObject }),
  service_name: Nullable(Type.String()),
  trace_id: Nullable(Type.String()),
  span_id: Nullable(Type.String()),
});
export type LogRecord = Static<typeof LogRecord>;

/** Newest first. */
export const LogPage = Page('LogPage', LogRecord);
export type LogPage = Static<typeof LogPage>;

const { page, limit, from_timestamp, to_timestamp } = pageQuery(100);

export const LogListQuery = Type.Object({
  page,
  limit,
  from_timestamp,
  to_timestamp,
  trace_id: textFilter('the trace that it names'),
  span_id: textFilter('the span that it names, of any trace unless `trace_id` is given'),
  service: textFilter('the `service_name` of what wrote it'),
  min_severity: Type.Optional(
    Type.String({ description: 'a severity number from 1 to 24, or TRACE, DEBUG, INFO, WARN, ERROR, FATAL' }),
  ),
  search: Type.Optional(
    Type.String({
      description:
        'a piece of the event name, the body or the attributes (`key=value`), of the first 2,000 characters of all three',
    }),
  ),
});
export type LogListQuery = Static<typeof LogListQuery>;
