import type { Attempt, ReceiverName } from './attempt.ts';

/** What a client of HTTP/2, so gRPC, says first. */
export const PREFACE = 'PRI * HTTP/2.0';
const TLS_HANDSHAKE = 0x16;

const isTls = (start: Buffer): boolean => start[0] === TLS_HANDSHAKE;

/** What a foreign connection to the port for gRPC was: its first line and its client, where it is HTTP/1. */
export function foreignToGrpc(start: Buffer): Attempt {
  const head = isTls(start) ? '' : start.toString('latin1', 0, 4096);
  return {
    ...unreadAttempt('grpc', 'http', isTls(start)),
    path: /^[A-Z]+ (\S+) HTTP\/1/.exec(head)?.[1] ?? null,
    encoding: headerOf(head, 'content-encoding'),
    contentType: headerOf(head, 'content-type'),
    userAgent: headerOf(head, 'user-agent'),
  };
}

/** What came to a port for HTTP/1.1 and is none: null where it can't be told as gRPC or TLS. */
export function foreignToHttp(start: Buffer, port: ReceiverName): Attempt | null {
  if (isTls(start)) return unreadAttempt(port, 'http', true);
  return start.toString('latin1', 0, PREFACE.length) === PREFACE ? unreadAttempt(port, 'grpc', false) : null;
}

/** A connection of which nothing could be read. */
const unreadAttempt = (port: ReceiverName, transport: Attempt['transport'], isTls: boolean): Attempt => ({
  timeMs: Date.now(),
  port,
  transport,
  isTls,
  signal: null,
  path: null,
  projectId: null,
  encoding: null,
  contentType: null,
  bytes: 0,
  status: 400,
  code: 'VALIDATION_ERROR',
  message: null,
  outcome: null,
  durationMs: 0,
  userAgent: null,
  host: null,
  origin: null,
});

const headerOf = (head: string, name: string): string | null =>
  new RegExp(`\r\n${name}: *([^\r\n]*)`, 'i').exec(head)?.[1] ?? null;
