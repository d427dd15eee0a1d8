import net from 'node:net';
import type { Config } from '../config/config.ts';
import { notListening } from '../listening.ts';
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

/** Whether each port of the settings can be listened at, or is the collector's own (`used`: those of one that runs on this data). */
export async function examinePorts(config: Config, used: ReadonlySet<number>): Promise<Finding> {
  const { host } = config.server;
  const wanted = portsOf(config).filter(({ port, isEnabled }) => isEnabled && port !== 0);
  const problems = new Set<string>();
  for (const { port, flag } of wanted) {
    const problem = used.has(port) ? null : await whyNotFree(host, port, flag);
    if (problem !== null) problems.add(problem);
  }
  if (problems.size > 0) return { name: 'ports', isGood: false, lines: [...problems] };
  const numbers = wanted.map(({ port }) =>
    used.has(port) ? `${port} is this collector's` : `${port} is free`,
  );
  return { name: 'ports', isGood: true, lines: [numbers.join(', ') || 'none asked for'] };
}

/** Listens there for a moment: null where that works. */
function whyNotFree(host: string, port: number, flag: string): Promise<string | null> {
  return new Promise((resolve) => {
    const server = net.createServer();
    server.once('error', (error: NodeJS.ErrnoException) =>
      resolve(
        error.code === 'EADDRINUSE'
          ? `${port} is taken by another program: stop it or choose another with ${flag}`
          : notListening(error, { host, port, flag }).message,
      ),
    );
    server.listen({ host, port }, () => server.close(() => resolve(null)));
  });
}
