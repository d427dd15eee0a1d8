/** Hands a file to the browser to keep. Nothing of it leaves the machine. */
export function downloadText(name: string, type: string, parts: readonly string[]): void {
  const address = URL.createObjectURL(new Blob([...parts], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has taken it by the next turn.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** `traces-2026-11-21-1204.csv`: local time to the minute. */
export function fileName(what: string, ending: string, now: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
  return `${what}-${day}-${two(now.getHours())}${two(now.getMinutes())}.${ending}`;
}

/** A name that every system takes, of a trace: `plan-trip-710bbfa8.otlp.json`. */
export function traceFileName(name: string, traceId: string, ending: string): string {
  const safe = name
    .normalize('NFKD')
    .replace(/[^\w.-]+/g, '-')
    .replace(/^[-.]+/, '')
    .slice(0, 60)
    .replace(/[-.]+$/, '');
  return `${safe === '' ? 'trace' : safe}-${traceId.replace(/\W/g, '').slice(0, 8)}.${ending}`;
}
