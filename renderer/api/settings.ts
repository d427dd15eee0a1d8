import type { Settings } from '../../collector/contract/settings.ts';
import { patchJson } from './client.ts';

/**
 * Changes one setting of the running collector and of its file; answers all of them as they are then. Throws an ApiError
 * that says why the value cannot be.
 */
export function changeSetting(key: string, value: unknown): Promise<Settings> {
  let patch: unknown = value;
  for (const name of key.split('.').toReversed()) patch = { [name]: patch };
  return patchJson('/api/v1/settings', patch as object);
}
