import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { STOP_PATIENCE_MS } from './lib/patience.ts';

/** The main port is taken. The desktop app then tries the next one. */
export class PortTakenError extends Error {
  override readonly name = 'PortTakenError';
}

/** Answers the address, whose port is another one than asked for where that was 0. */
export async function listen(app: FastifyInstance, host: string, port: number): Promise<string> {
  await app.listen({ host, port });
  const bound = (app.server.address() as AddressInfo).port;
  return `http://${hostInUrl(host)}:${bound}`;
}

export async function close(app: FastifyInstance): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), STOP_PATIENCE_MS);
  await app.close();
  clearTimeout(cut);
}

export const hostInUrl = (host: string): string => (host.includes(':') ? `[${host}]` : host);

/** Of a server that can't listen there: says so in a few words and with the flag that helps. */
export function notListening(cause: unknown, wanted: Wanted): Error {
  const why = whyNotListening(cause, wanted);
  const isTaken = (cause as NodeJS.ErrnoException).code === 'EADDRINUSE';
  return isTaken ? new PortTakenError(why, { cause }) : new Error(why, { cause });
}

function whyNotListening(cause: unknown, { host, port, flag }: Wanted): string {
  const { code } = cause as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') return `port ${port} is taken: choose another with ${flag}`;
  if (code === 'EACCES') return `port ${port} is not for this user: choose another with ${flag}`;
  if (code === 'EADDRNOTAVAIL') return `this machine has no address ${host}: choose another with --host`;
  return code === 'ENOTFOUND' || code === 'EAI_AGAIN'
    ? `no address is known of ${host}: choose another host with --host`
    : `port ${port} of ${host} can't be used (${String(cause)})`;
}

interface Wanted {
  readonly host: string;
  readonly port: number;
  readonly flag: string;
}
