import type { Plugin } from 'vite';

const UNUSED = ['node:https', 'node:http2'];

/**
 * Fastify loads TLS and HTTP/2 for servers of kinds that it is never asked for here, which take as long as all of its own
 * code. Throws where it does not any more, or otherwise.
 */
export function leaveOutUnusedServers(): Plugin {
  return {
    name: 'leave-out-unused-servers',
    applyToEnvironment: (environment) => environment.config.consumer === 'server',
    transform: {
      filter: { id: /\/node_modules\/fastify\/lib\/server\.js$/ },
      handler: (code) => ({ code: UNUSED.reduce(withoutServer, code), map: null }),
    },
  };
}

function withoutServer(code: string, name: string): string {
  const load = `require('${name}')`;
  if (!code.includes(load)) throw new Error(`Fastify's server.js has no ${load}`);
  return code.replace(load, 'null');
}
