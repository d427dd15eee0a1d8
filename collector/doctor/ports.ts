import net from 'node:net';
import type { Config } from '../config/config.ts';
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

/** Whether the ports of the settings are free, or the collector's own (`used`, of one that runs on this data). */
export async function examinePorts(config: Config, used: ReadonlySet<number>): Promise<Finding> {
  const wanted = portsOf(config).filter(({ port, isEnabled }) => isEnabled && port !== 0);
  const taken: Port[] = [];
  for (const one of wanted)
    if (!used.has(one.port) && !(await isFree(config.server.host, one.port))) taken.push(one);
  if (taken.length === 0) {
    const numbers = wanted.map(({ port }) =>
      used.has(port) ? `${port} is this collector's` : `${port} is free`,
    );
    return { name: 'ports', isGood: true, lines: [numbers.join(', ') || 'none asked for'] };
  }
  const lines = taken.map(
    ({ port, flag }) => `${port} is taken by another program: stop it or choose another with ${flag}`,
  );
  return { name: 'ports', isGood: false, lines };
}

function isFree(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = net.createServer();
    server.once('error', () => resolve(false));
    server.listen({ host, port }, () => server.close(() => resolve(true)));
  });
}
