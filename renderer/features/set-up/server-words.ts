import type { Settings } from '../../../collector/contract/settings.ts';
import { desktop } from '../../lib/desktop.ts';

const THIS_MACHINE = /^(?:localhost|127\.[\d.]+|\[::1\])$/;

/**
 * The words that start a server of the tools which reads this collector's database; null where they are not known, or where the
 * window is on another machine, as far as its address tells: through a tunnel it looks as if it were on this one.
 */
export function serverWords({ command_line, settings }: Settings): string[] | null {
  const isHere = desktop() !== null || THIS_MACHINE.test(location.hostname);
  if (!isHere || command_line.length === 0) return null;
  return [...command_line, 'mcp', '--data-dir', settings.storage.data_dir];
}

/** As a terminal of the machine takes it: each word stays one, and what it says. On Windows no path has a quote in it. */
export function commandText(words: readonly string[]): string {
  const isWindows = /^[a-z]:\\|^\\\\/i.test(words[0] ?? '');
  const isPlain = isWindows ? /^[\w.:\\-]+$/ : /^[\w./:-]+$/;
  const quoted = (word: string): string => (isWindows ? `"${word}"` : `'${word.replaceAll("'", `'\\''`)}'`);
  return words.map((word) => (isPlain.test(word) ? word : quoted(word))).join(' ');
}
