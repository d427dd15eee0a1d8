import { isProjectId, PROJECT_ID_RULE } from '../contract/project-id.ts';
import type { PartialSuccess } from '../decode/answers.ts';
import type { Encoding, Signal } from '../decode/count.ts';
import { ApiError } from '../errors.ts';
import type { Room } from '../lib/room.ts';

/** `partial_success` of the answer, and what became of the request. */
export interface Outcome extends PartialSuccess {
  /** Spans, log records or data points that were stored. */
  readonly items: number;
  /** Texts and values in which redaction rules replaced something. */
  readonly redacted: number;
  /** What is odd about them, as one sentence that names the fix. */
  readonly advice: string | null;
}

/** Stores an export request and resolves after the commit; rejects with an ApiError. Handed in: receivers know no storage. */
export type Consume = (request: {
  readonly signal: Signal;
  readonly encoding: Encoding;
  readonly projectId: string;
  readonly body: Buffer;
}) => Promise<Outcome>;

/** What a gRPC call says of who sends it. */
export interface GrpcCaller {
  /** `:authority`, or `Host`. */
  readonly authority: string;
  readonly origin: string | undefined;
  readonly authorization: string | undefined;
}

export interface ReceiverOptions {
  readonly consume: Consume;
  /** `announced`: the size of the body in bytes, 0 where it is not said. Throws the ApiError that refuses it. */
  readonly openRoom: (announced: number) => Room;
  /** Largest request in bytes, decompressed. */
  readonly maxBodyBytes: number;
}

/** The project that a header or metadata names, `default` where there is none. Throws INVALID_PROJECT_ID. */
export const projectIdOf = (named: unknown): string =>
  named === undefined || named === '' ? 'default' : checkProjectId(named);

/** A project id as it stands in a path. Throws INVALID_PROJECT_ID. */
export function checkProjectId(id: unknown): string {
  if (isProjectId(id)) return id;
  throw new ApiError('INVALID_PROJECT_ID', PROJECT_ID_RULE);
}
