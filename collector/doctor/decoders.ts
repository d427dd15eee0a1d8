import { readLog } from '../decode/log-record.ts';
import { LogRecord, Span } from '../decode/protocol.ts';
import { readResource, readScope, readSpan } from '../decode/span-record.ts';
import { isReadable } from '../decode/wire-to-json.ts';
import { isTraceId } from '../store/recount/plausible.ts';
import type { ContentChecks } from '../store/recount/wrong-chunks.ts';
import type { Decoders } from '../store/salvage/rebuild.ts';
import { attempt } from '../store/salvage/salvage.ts';
import { LOST_SHARED, skeleton } from './skeleton.ts';

const NO_RESOURCE = readResource(Buffer.alloc(0));
const NO_SCOPE = readScope(Buffer.alloc(0));

/** The trace id of a span that can be read to its end, also by an export; null for any other bytes. */
function traceIdOf(raw: Buffer): string | null {
  if (!isReadable(Span, raw)) return null;
  const traceId = attempt(() => readSpan(raw, NO_RESOURCE, NO_SCOPE).traceId);
  return isTraceId(traceId) ? traceId : null;
}

const isLog = (raw: Buffer): boolean => isReadable(LogRecord, raw) && attempt(() => readLog(raw)) !== null;

export const CONTENT_CHECKS: ContentChecks = { isSpan: (raw) => traceIdOf(raw) !== null, isLog };

/** What decoding tells of salvaged bytes, which may be anything. */
export const DECODERS: Decoders = {
  skeleton,
  lostShared: LOST_SHARED,
  traceIdOf,
  isLog,
  isShared: (table, bytes) =>
    attempt(() => (table === 'resources' ? readResource : readScope)(bytes)) !== null,
};
