import { readLog } from '../decode/log-record.ts';
import { readResource, readScope, readSpan } from '../decode/span-record.ts';
import type { Decoders } from '../store/salvage/rebuild.ts';
import { attempt } from '../store/salvage/salvage.ts';
import { LOST_SHARED, skeleton } from './skeleton.ts';

const NO_RESOURCE = readResource(Buffer.alloc(0));
const NO_SCOPE = readScope(Buffer.alloc(0));

/** What decoding tells of salvaged bytes, which may be anything. */
export const DECODERS: Decoders = {
  skeleton,
  lostShared: LOST_SHARED,
  traceIdOf: (raw) => attempt(() => readSpan(raw, NO_RESOURCE, NO_SCOPE).traceId),
  isLog: (raw) => attempt(() => readLog(raw)) !== null,
  isShared: (table, bytes) =>
    attempt(() => (table === 'resources' ? readResource : readScope)(bytes)) !== null,
};
