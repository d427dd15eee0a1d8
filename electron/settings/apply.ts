import { homedir } from 'node:os';
import { app } from 'electron';
import type { Log } from '../../collector/lib/log.ts';
import { autostartEntry, autostartFile, loginCommand, renewAutostart, setAutostart } from './login-item.ts';

/** Has the system start the app at login, or not. An app that runs from its sources is left out of it. */
export function applyStartAtLogin(enabled: boolean, log: Log): void {
  if (!app.isPackaged) return;
  const { program, args } = loginCommand(process.env, process.execPath, null);
  try {
    if (process.platform === 'linux')
      setAutostart(autostartFile(process.env, homedir()), enabled ? autostartEntry(program, args) : null);
    else app.setLoginItemSettings({ openAtLogin: enabled, path: program, args: [...args] });
  } catch (error) {
    log.warn(`starting at login could not be ${enabled ? 'set up' : 'undone'}: ${String(error)}`);
  }
}

/** Has the entry of Linux start what runs now: an AppImage has another name once an update or a person has given it one. */
export function renewStartAtLogin(enabled: boolean, log: Log): void {
  if (!app.isPackaged || !enabled || process.platform !== 'linux') return;
  const { program, args } = loginCommand(process.env, process.execPath, null);
  try {
    renewAutostart(autostartFile(process.env, homedir()), autostartEntry(program, args));
  } catch (error) {
    log.warn(`starting at login could not be renewed: ${String(error)}`);
  }
}

/** Whether the system has started the app at login, where no argument says so: on a Mac it hands none on. */
export function wasStartedAtLogin(enabled: boolean, platform: NodeJS.Platform): boolean {
  return enabled && platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin;
}
