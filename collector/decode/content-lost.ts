import type { SpanRecord } from './records.ts';

/** The attribute of a span, resource or scope that stands for one which a repair of the database could not read. */
export const CONTENT_LOST = 'tracedeck.content_lost';

/** Whether a span's row knows more than its bytes and those that it was sent under. */
export const isContentLost = ({
  attributes,
  resource,
  scope,
}: Pick<SpanRecord, 'attributes' | 'resource' | 'scope'>): boolean =>
  attributes.has(CONTENT_LOST) || resource.has(CONTENT_LOST) || scope.attributes.has(CONTENT_LOST);
