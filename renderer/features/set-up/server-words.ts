import type { Settings } from '../../../collector/contract/settings.ts';
import { otherMachine } from '../../lib/desktop.ts';

/**
 * The words that start a server of the tools which reads this collector's database; null where they are not known, or where the
 * window is on another machine.
 */
export function serverWords({ command_line, settings }: Settings): string[] | null {
  if (otherMachine() !== null || command_line.length === 0) return null;
  return [...command_line, 'mcp', '--data-dir', settings.storage.data_dir];
}
