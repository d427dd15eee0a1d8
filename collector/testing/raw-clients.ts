import net, { type Socket } from 'node:net';
import { afterEach } from 'vitest';

export interface RawClient {
  readonly socket: Socket;
  /** All that came, once the other side has hung up. */
  readonly ended: Promise<string>;
}

export interface RawClientOptions {
  /** It never hangs up by itself, not even when the other side does. */
  readonly isStubborn?: boolean;
}

/** Connects to `http://host:port` or `host:port`. */
export type ConnectRaw = (address: string, options?: RawClientOptions) => Promise<RawClient>;

/**
 * Clients that say what they like, and are gone after each test: before what is registered earlier, such as the end of the
 * collector, since that comes in the reverse order.
 */
export function rawClients(): ConnectRaw {
  const sockets = new Set<Socket>();
  afterEach(() => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  });
  return (address, { isStubborn = false } = {}) => {
    const { hostname, port } = new URL(address.includes('//') ? address : `http://${address}`);
    return new Promise((resolve, reject) => {
      const host = hostname.replaceAll(/[[\]]/g, '');
      const socket = net.connect({ host, port: Number(port), allowHalfOpen: isStubborn });
      sockets.add(socket);
      let received = '';
      socket.on('data', (chunk) => (received += chunk.toString('latin1')));
      const ended = new Promise<string>((done) => {
        for (const event of ['end', 'close']) socket.once(event, () => done(received));
      });
      socket.once('connect', () => resolve({ socket, ended }));
      // Also what hangs up while something is still being sent.
      socket.on('error', reject);
    });
  };
}
