import { isSameFolder } from '../../collector/instance.ts';
import { reachable } from '../../collector/contract/reachable.ts';
import type { FoundCollector } from './recognise.ts';

/** Which collector the window shows. */
export type Choice =
  | { readonly kind: 'attach'; readonly found: FoundCollector }
  /** One of our own on this port; the wanted one is then taken by another program where they differ. */
  | { readonly kind: 'start'; readonly port: number };

export interface Wanted {
  readonly host: string;
  readonly port: number;
  readonly dataDirectory: string;
  /** The directory was asked for by a flag or variable of this very start, so that no other will do. */
  readonly onlyThisDirectory: boolean;
}

/** What there is on this machine. */
export interface Surroundings {
  /** The address of the collector that runs on a data directory. */
  findInstance(dataDirectory: string): Promise<string | null>;
  recogniseAt(url: string): Promise<FoundCollector | null>;
  firstFreePort(host: string, port: number): Promise<number>;
}

/**
 * A collector that runs already is attached to: the one of our data directory wherever it listens, since a directory has
 * one writer; else any Tracedeck on the main port. Where another program has the port, the next free one is taken.
 */
export async function chooseCollector(wanted: Wanted, around: Surroundings): Promise<Choice> {
  const { host, port, dataDirectory } = wanted;
  const own = await around.findInstance(dataDirectory);
  const running = own === null ? null : await around.recogniseAt(own);
  if (running) return { kind: 'attach', found: running };

  const free = await around.firstFreePort(host, port);
  if (free === port) return { kind: 'start', port };
  const found = await around.recogniseAt(
    reachable(`http://${host.includes(':') ? `[${host}]` : host}:${port}`),
  );
  const isWanted = found && (!wanted.onlyThisDirectory || isSameFolder(found.dataDirectory, dataDirectory));
  return isWanted ? { kind: 'attach', found } : { kind: 'start', port: free };
}
