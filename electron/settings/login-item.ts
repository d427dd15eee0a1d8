import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { makeFolder } from '../../collector/lib/make-folder.ts';
import { appImageOf } from '../restart/app-image.ts';
import { hiddenFlag } from '../start-request.ts';

/** The freedesktop.org autostart entry of this user (specification 0.5). */
export function autostartFile(env: NodeJS.ProcessEnv, home: string): string {
  return path.join(env['XDG_CONFIG_HOME'] || path.join(home, '.config'), 'autostart', 'tracedeck.desktop');
}

export function autostartEntry(program: string, args: readonly string[]): string {
  return `[Desktop Entry]
Type=Application
Name=Tracedeck
Comment=A trace viewer for people who build AI agents
Exec=${[program, ...args].map(quoted).join(' ')}
Terminal=false
X-GNOME-Autostart-enabled=true
`;
}

/** Quoted as the specification has it: what a shell or a field code would take is made plain. */
function quoted(word: string): string {
  const escaped = word.replaceAll(/["`$\\]/g, '\\$&').replaceAll('%', '%%');
  // The value of a key is unescaped once more before it is read as words.
  return `"${escaped}"`.replaceAll('\\', '\\\\');
}

/** Linux has no call for it: writes or removes the entry. Throws where that is not possible. */
export function setAutostart(file: string, entry: string | null): void {
  if (entry === null) return rmSync(file, { force: true });
  makeFolder(path.dirname(file));
  writeFileSync(file, entry, { mode: 0o600 });
}

const COMMAND = /^Exec=.*$/m;

/**
 * Gives an entry that is there the command of this one. All else of it stays: a desktop switches entries off in them, or takes
 * them away. Throws where that is not possible.
 */
export function renewAutostart(file: string, entry: string): void {
  if (!existsSync(file)) return;
  const before = readFileSync(file, 'utf8');
  const renewed = before.replace(COMMAND, () => COMMAND.exec(entry)?.[0] ?? '');
  if (renewed !== before) writeFileSync(file, renewed);
}

/** How the system starts the app at login: in the tray. An AppImage is started by its own file, not by its contents. */
export function loginCommand(
  env: NodeJS.ProcessEnv,
  program: string,
  script: string | null,
): { readonly program: string; readonly args: readonly string[] } {
  const image = appImageOf(env, program);
  if (image !== null) return { program: image, args: [hiddenFlag] };
  return { program, args: script === null ? [hiddenFlag] : [script, hiddenFlag] };
}
