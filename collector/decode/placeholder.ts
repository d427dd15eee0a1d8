import type { Attributes } from './records.ts';
import { parentOf } from './span-record.ts';

const TYPE = 'logfire.span_type';
const PARENT = 'logfire.pending_parent_id';

/** What Logfire sends when a span starts, so that it shows before it ends. */
export const isPlaceholder = (attributes: Attributes): boolean => attributes.string(TYPE) === 'pending_span';

interface Identified {
  readonly spanId: string;
  readonly parentSpanId: string | null;
  readonly attributes: Attributes;
}

/**
 * Which span a received one is: itself, or for a placeholder the span in progress that it stands for. A placeholder has an
 * id of its own, is sent as that span's child, and names that span's parent in an attribute, all zero or missing for a root
 * (logfire/_internal/tracer.py, `PendingSpanProcessor`).
 */
export function identityOf(span: Identified): Pick<Identified, 'spanId' | 'parentSpanId'> {
  const { spanId, parentSpanId, attributes } = span;
  if (parentSpanId === null || !isPlaceholder(attributes)) return { spanId, parentSpanId };
  const parent = attributes.string(PARENT)?.toLowerCase() ?? '';
  return {
    spanId: parentSpanId,
    parentSpanId: /^[0-9a-f]{16}$/.test(parent) ? parentOf(parent, parentSpanId) : null,
  };
}
