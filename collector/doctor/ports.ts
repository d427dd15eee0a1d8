import net from 'node:net';
import type { Config } from '../config/config.ts';
import { addressesOf, isNotHere, notListening } from '../listening.ts';
import type { Finding } from './finding.ts';

interface Port {
  readonly port: number;
  readonly flag: string;
  readonly isEnabled: boolean;
}

const portsOf = ({ server, otel }: Config): Port[] => [
  { port: server.port, flag: '--port', isEnabled: true },
  { port: otel.http.port, flag: '--otlp-port', isEnabled: otel.http.enabled },
  { port: otel.grpc.port, flag: '--grpc-port', isEnabled: otel.grpc.enabled },
];

/**
 * Whether each port of the settings can be listened at, at every address of the host, or is the collector's own (`used`: those of one
 * that runs on this data).
 */
export async function examinePorts(config: Config, used: ReadonlySet<number>): Promise<Finding> {
  const { host } = config.server;
  const addresses = await addressesOf(host);
  const wanted = portsOf(config).filter(({ port, isEnabled }) => isEnabled && port !== 0);
  const problems = new Set<string>();
  for (const { port, flag } of wanted) {
    const error = used.has(port) ? null : await whyNotFree(addresses, port);
    if (error?.code === 'EADDRINUSE')
      problems.add(`${port} is taken by another program: stop it or choose another with ${flag}`);
    else if (error !== null) problems.add(notListening(error, { host, port, flag }).message);
  }
  if (problems.size > 0) return { name: 'ports', isGood: false, lines: [...problems] };
  const numbers = wanted.map(({ port }) =>
    used.has(port) ? `${port} is this collector's` : `${port} is free`,
  );
  return { name: 'ports', isGood: true, lines: [numbers.join(', ') || 'none asked for'] };
}

/** Null where a collector could listen there: it must at the first address, and leaves out others that the machine has not. */
async function whyNotFree(addresses: readonly string[], port: number): Promise<NodeJS.ErrnoException | null> {
  for (const [i, address] of addresses.entries()) {
    const error = await tryToListen(address, port);
    if (error !== null && (i === 0 || !isNotHere(error))) return error;
  }
  return null;
}

/** Listens there for a moment. */
function tryToListen(host: string, port: number): Promise<NodeJS.ErrnoException | null> {
  return new Promise((resolve) => {
    const server = net.createServer();
    server.once('error', resolve);
    server.listen({ host, port }, () => server.close(() => resolve(null)));
  });
}
