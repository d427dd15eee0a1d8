const KEY = 'tracedeck.kept';
/** The last of it is kept. */
const MOST_KEPT = 200;

/** What this tab has kept under a name, as JSON gives it back; undefined where it is nothing, or was long ago. */
export function readKept<Value>(name: string): Value | undefined {
  // It is of our own writing: nobody else has this tab's storage.
  return readAll().get(name) as Value | undefined;
}

/** Keeps a small value until the tab is closed, over reloads. */
export function writeKept(name: string, value: unknown): void {
  const all = readAll();
  all.delete(name);
  all.set(name, value);
  sessionStorage.setItem(KEY, JSON.stringify([...all].slice(-MOST_KEPT)));
}

/** This step of the tab's history, which Back, Forward and a reload come to again; '' where the browser does not tell. */
export const thisStep = (): string => window.navigation?.currentEntry?.key ?? '';

/** The name of what is of this step alone: who comes by a link starts anew. */
export const atThisStep = (name: string): string => `${thisStep()} ${name}`;

function readAll(): Map<string, unknown> {
  const kept = sessionStorage.getItem(KEY);
  return new Map(kept === null ? [] : (JSON.parse(kept) as [string, unknown][]));
}
