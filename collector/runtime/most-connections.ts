import { readFileSync } from 'node:fs';

/** Far more than anybody's agents and windows; of a few kilobytes each. */
const MOST = 2000;
/** For the database, threads, files that are sent, and what else a process has open. */
const KEPT_FREE = 100;
/** Some are needed, however few files there may be. */
const LEAST = 10;
/** With which some connections can be held on three ports. */
const FEWEST_FILES = KEPT_FREE + 3 * LEAST;

/** Throws one clear line where the system gives too few files: it would listen, and take no connection, which nobody is told. */
export function refuseFewFiles(): void {
  const files = mostOpenFiles();
  if (files < FEWEST_FILES)
    throw new Error(
      `this process may have no more than ${files} files open, and ${FEWEST_FILES} are needed: raise that with "ulimit -n"`,
    );
}

/**
 * How many connections a process may hold on each of so many ports. Once a system has no file left to give, threads can't be started
 * and what Node can't do without ends the process.
 */
export function mostConnections(ports: number): number {
  const left = Math.floor((mostOpenFiles() - KEPT_FREE) / ports);
  return Math.max(LEAST, Math.min(MOST, left));
}

/** Node and Electron raise it as far as the system lets them; where that does not say how far, it is far enough. */
function mostOpenFiles(): number {
  try {
    const limit = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'));
    return limit === null ? Infinity : Number(limit[1]);
  } catch {
    return Infinity;
  }
}
