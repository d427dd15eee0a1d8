import type { Settings } from '../../collector/contract/settings.ts';
import type { DesktopSettings } from '../../electron/contract/bridge.ts';
import { desktop } from '../lib/desktop.ts';
import { patchJson } from './client.ts';

/**
 * Changes one setting of the running collector and of its file; answers all of them as they are then. Throws an ApiError
 * that says why the value cannot be.
 */
export function changeSetting(key: string, value: unknown): Promise<Settings> {
  return patchJson('/api/v1/settings', patchOf(key, value));
}

/** Changes one setting that the desktop app keeps; rejects with why it cannot be. Only where there is one. */
export async function changeDesktopSetting(key: string, value: unknown): Promise<DesktopSettings> {
  const bridge = desktop();
  if (bridge === null) throw new Error('This is no desktop window.');
  return bridge.changeSettings(patchOf(key, value));
}

function patchOf(key: string, value: unknown): object {
  let patch: unknown = value;
  for (const name of key.split('.').toReversed()) patch = { [name]: patch };
  return patch as object;
}
