import { expect, test } from 'vitest';
import { settingKeys } from '../../collector/config/config-merge.ts';
import { Config } from '../../collector/contract/config.ts';
import { DESKTOP_ROWS, SETTING_SECTIONS } from '../features/settings/setting-sections.ts';

test('every setting of the collector is shown once, and no other', () => {
  const shown = SETTING_SECTIONS.flatMap(({ rows }) => rows.map(({ key }) => key));
  const all = settingKeys(Config).filter((key) => !key.startsWith('desktop.'));
  expect(shown.toSorted()).toEqual(all.toSorted());
});

test('every setting of the desktop app is shown in its own group, and no other', () => {
  const all = settingKeys(Config).filter((key) => key.startsWith('desktop.'));
  expect(DESKTOP_ROWS.map(({ key }) => key).toSorted()).toEqual(all.toSorted());
});
