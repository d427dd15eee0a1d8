import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { STOP_PATIENCE_MS } from './lib/patience.ts';
import { withoutZone } from './lib/without-zone.ts';

/** The main port is taken. The desktop app then tries the next one. */
export class PortTakenError extends Error {
  override readonly name = 'PortTakenError';
}

/**
 * What to listen at for a host: mostly itself. `localhost` stands for two addresses, and who calls it may take either. Where none
 * is known, listening at the name says so.
 */
export async function addressesOf(host: string): Promise<[string, ...string[]]> {
  if (host.toLowerCase() !== 'localhost') return [host];
  const found = await lookup(host, { all: true, order: 'ipv4first' }).catch(() => []);
  const [first, ...more] = found.map(({ address }) => address);
  return first === undefined ? [host] : [first, ...more];
}

/** Answers the port, which is another one than asked for where that was 0. */
export async function listen(app: FastifyInstance, address: string, port: number): Promise<number> {
  await app.listen({ host: address, port });
  return portOf(app.server);
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

/** As Node has it of every server, though its types don't. */
const isHalfOpen = (server: Server): boolean => (server as Server & { allowHalfOpen: boolean }).allowHalfOpen;

/** Whether the machine has no such address: in a list of hosts IPv6 may stand although it is switched off. */
export const isNotHere = (error: unknown): boolean =>
  ['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes((error as NodeJS.ErrnoException).code ?? '');

/**
 * More addresses of a server that listens at one. It gets their connections as its own: to another server, as Fastify makes for each
 * address, nothing that is set on the first applies.
 */
export class OtherAddresses {
  readonly #server: Server;
  readonly #listening: Server[] = [];
  readonly #sockets = new Set<Socket>();

  constructor(server: Server) {
    this.#server = server;
  }

  /** At the server's port. Rejects where that is taken at one of them; an address that the machine has not is left out. */
  async listen(addresses: readonly string[]): Promise<void> {
    for (const address of addresses) await this.#listenAt(address);
  }

  async #listenAt(host: string): Promise<void> {
    const server = this.#server;
    const other = createServer({ allowHalfOpen: isHalfOpen(server), noDelay: true }, (socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
      server.emit('connection', socket);
    });
    other.maxConnections = server.maxConnections;
    other.on('drop', (connection) => server.emit('drop', connection));
    other.listen({ host, port: portOf(server) });
    try {
      await once(other, 'listening');
      this.#listening.push(other);
    } catch (error) {
      if (!isNotHere(error)) throw error;
    }
  }

  /** Takes no more connections, and ends when the server has ended those that it was handed; what stays open is cut. */
  async stop(): Promise<void> {
    const ends = this.#listening.splice(0).map((other) => once(other.close(), 'close'));
    const cut = setTimeout(() => this.#cut(), STOP_PATIENCE_MS);
    await Promise.all(ends);
    clearTimeout(cut);
  }

  #cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}

export async function close(app: FastifyInstance): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), STOP_PATIENCE_MS);
  await app.close();
  clearTimeout(cut);
}

export const hostInUrl = (host: string): string => (host.includes(':') ? `[${withoutZone(host)}]` : host);

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
  if (isNotHere(cause)) return `this machine has no address ${host}: choose another with --host`;
  return code === 'ENOTFOUND' || code === 'EAI_AGAIN'
    ? `no address is known of ${host}: choose another host with --host`
    : `port ${port} of ${host} can't be used (${String(cause)})`;
}

interface Wanted {
  readonly host: string;
  readonly port: number;
  readonly flag: string;
}
