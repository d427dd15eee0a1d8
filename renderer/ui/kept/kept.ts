const KEY = 'tracedeck.kept';
/** The last of it is kept. */
const MOST_KEPT = 200;
/** Places in lists change with every step of scrolling. */
const WRITE_AFTER_MS = 300;

/** Read once: nobody else has this tab's storage. */
let known: Map<string, unknown> | undefined;
let writing: ReturnType<typeof setTimeout> | undefined;
/** The page is left: others may write down what they have as well, later in this turn. */
let isLeaving = false;

/** What this tab has kept under a name, as it was given or as JSON gives it back; undefined where it is nothing, or was long ago. */
export function readKept<Value>(name: string): Value | undefined {
  return readAll().get(name) as Value | undefined;
}

/** Keeps a small value until the tab is closed, over reloads. */
export function writeKept(name: string, value: unknown): void {
  const all = readAll();
  all.delete(name);
  all.set(name, value);
  if (isLeaving) writeAll();
  else writing ??= setTimeout(writeAll, WRITE_AFTER_MS);
}

/** This step of the tab's history, which Back, Forward and a reload come to again; '' where the browser does not tell. */
export const thisStep = (): string => window.navigation?.currentEntry?.key ?? '';

/** The name of what is of this step alone: who comes by a link starts anew. */
export const atThisStep = (name: string): string => `${thisStep()} ${name}`;

function readAll(): Map<string, unknown> {
  if (known !== undefined) return known;
  const kept = sessionStorage.getItem(KEY);
  known = new Map(kept === null ? [] : (JSON.parse(kept) as [string, unknown][]));
  addEventListener('pagehide', () => {
    isLeaving = true;
    writeAll();
  });
  addEventListener('pageshow', () => (isLeaving = false));
  return known;
}

function writeAll(): void {
  clearTimeout(writing);
  writing = undefined;
  known = new Map([...readAll()].slice(-MOST_KEPT));
  sessionStorage.setItem(KEY, JSON.stringify([...known]));
}
