import { isIP } from 'node:net';
import type { Config } from '../config/config.ts';
import { withoutZone } from '../lib/without-zone.ts';

function isLoopback(host: string): boolean {
  if (isIP(host) === 4) return host.startsWith('127.');
  return isIP(host) === 6
    ? new URL(`http://[${withoutZone(host)}]`).hostname === '[::1]'
    : host.toLowerCase() === 'localhost';
}

/** Throws one clear line where anybody on the network could come in and nobody would be asked who they are. */
export function refuseOpenDoor({ server: { host }, auth }: Config, allowUnauthenticated: boolean): void {
  if (auth.enabled || allowUnauthenticated || isLoopback(host)) return;
  throw new Error(
    `server.host ${host} is beyond this machine and nobody would be asked for a token: turn authentication on with --auth (auth.enabled), or use --allow-unauthenticated if that is meant`,
  );
}
