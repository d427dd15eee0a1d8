import { expect, test } from 'vitest';
import { settingKeys } from '../../collector/config/config-merge.ts';
import { Config, loadConfig } from '../../collector/config/config.ts';
import { RunningSettings } from '../../collector/config/settings.ts';
import { testFolder } from '../../collector/testing/test-folder.ts';
import { DesktopSettings } from './desktop-settings.ts';

/** What the window does not offer to change. */
const ONLY_IN_THE_FILE: readonly string[] = ['server.host', 'storage.data_dir'];

test('every setting may be changed while running, in the desktop app or only in the file, and in one way alone', () => {
  const folder = testFolder();
  const env = { XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder };
  const { config, origin } = loadConfig({ env, workingDirectory: folder });
  const onChange = (): void => {};
  const running = new RunningSettings(config, { origin }, onChange).report().changeable;
  const desktop = new DesktopSettings({ config, origin, hasTray: () => true, onChange }).report().changeable;
  const all = [...running, ...desktop, ...ONLY_IN_THE_FILE];
  expect(all.toSorted()).toEqual(settingKeys(Config).toSorted());
});
