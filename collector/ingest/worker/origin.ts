import { hash } from 'node:crypto';
import type { Origin } from '../../decode/export-request.ts';
import { readResourceFields } from '../../extract/conventions/identity.ts';

/** What every item of one scope's list has in common. */
export interface OriginFacts {
  /** Of the resource, the scope and their schema URLs. */
  readonly hash: Buffer;
  readonly serviceName: string | null;
}

const known = new WeakMap<Origin, OriginFacts>();

/** Worked out once for each scope's list. */
export function originFacts(origin: Origin): OriginFacts {
  const found = known.get(origin);
  if (found) return found;
  const { resource, scope } = origin;
  const parts = [Buffer.from(resource.schemaUrl), resource.bytes, Buffer.from(scope.schemaUrl), scope.bytes];
  const facts = {
    hash: contentHash(...parts),
    serviceName: readResourceFields(resource.attributes).serviceName,
  };
  known.set(origin, facts);
  return facts;
}

/** 16 bytes for the parts with their lengths, so that no part can pass for another. */
export function contentHash(...parts: readonly Buffer[]): Buffer {
  const sizes = Buffer.alloc(parts.length * 4);
  parts.forEach((part, i) => sizes.writeUInt32LE(part.length, i * 4));
  return hash('sha256', Buffer.concat([sizes, ...parts]), 'buffer').subarray(0, 16);
}
