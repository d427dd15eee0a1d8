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

export const isPortTaken = (error: unknown): boolean =>
  (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
