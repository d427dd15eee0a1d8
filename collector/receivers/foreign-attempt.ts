import type { Attempt } from './advice.ts';

/** What a foreign connection to the port for gRPC was: its first line and its client, where it is HTTP/1. */
export function foreignAttempt(start: Buffer): Attempt {
  const isTls = start[0] === 0x16;
  const head = isTls ? '' : start.toString('latin1', 0, 4096);
  return {
    timeMs: Date.now(),
    port: 'grpc',
    transport: 'http',
    isTls,
    signal: null,
    path: /^[A-Z]+ (\S+) HTTP\/1/.exec(head)?.[1] ?? null,
    projectId: null,
    encoding: headerOf(head, 'content-encoding'),
    contentType: headerOf(head, 'content-type'),
    bytes: 0,
    status: 400,
    code: 'VALIDATION_ERROR',
    outcome: null,
    durationMs: 0,
    userAgent: headerOf(head, 'user-agent'),
  };
}

const headerOf = (head: string, name: string): string | null =>
  new RegExp(`\r\n${name}: *([^\r\n]*)`, 'i').exec(head)?.[1] ?? null;
