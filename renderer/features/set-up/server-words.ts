import type { Settings } from '../../../collector/contract/settings.ts';
import { desktop } from '../../lib/desktop.ts';

const THIS_MACHINE = /^(?:localhost|127\.[\d.]+|\[::1\])$/;

/**
 * The words that start a server of the tools which reads this collector's database; null where they are not known, or where the
 * window is on another machine.
 */
export function serverWords({ command_line, settings }: Settings): string[] | null {
  const isHere = desktop() !== null || THIS_MACHINE.test(location.hostname);
  if (!isHere || command_line.length === 0) return null;
  return [...command_line, 'mcp', '--data-dir', settings.storage.data_dir];
}

/** As a terminal takes it: in quotes where a word has something that would end it. */
export const commandText = (words: readonly string[]): string =>
  words.map((word) => (/^[\w./:\\-]+$/.test(word) ? word : `"${word}"`)).join(' ');
