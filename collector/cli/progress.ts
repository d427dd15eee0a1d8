const WIDTH = 30;
const REDRAW_MS = 100;

export interface Progress {
  add(amount: number): void;
  /** Takes the bar away, so that a line can be printed in its place. */
  clear(): void;
}

/** A bar on stderr, where a person watches; nothing where the output goes into a file or another program. */
export function progressBar(label: string, total: number): Progress {
  const stream = process.stderr;
  if (!stream.isTTY || total <= 0) return { add: () => {}, clear: () => {} };
  let done = 0;
  let drawn = 0;
  return {
    add: (amount) => {
      done += amount;
      const now = performance.now();
      if (now - drawn < REDRAW_MS && done < total) return;
      drawn = now;
      const share = Math.min(done / total, 1);
      const filled = Math.round(share * WIDTH);
      const bar = `${'#'.repeat(filled)}${'-'.repeat(WIDTH - filled)}`;
      stream.write(`\r${label} [${bar}] ${Math.floor(share * 100)} %`);
    },
    clear: () => void stream.write('\r\u001B[K'),
  };
}
