import { expect, test } from 'vitest';
import { settingKeys } from '../../collector/config-merge.ts';
import { Config } from '../../collector/contract/config.ts';
import { SETTING_SECTIONS } from '../features/settings/setting-groups.ts';

test('every setting of the collector is shown once, and no other', () => {
  const shown = SETTING_SECTIONS.flatMap(({ rows }) => rows.map(({ key }) => key));
  const all = settingKeys(Config).filter((key) => !key.startsWith('desktop.'));
  expect(shown.toSorted()).toEqual(all.toSorted());
});
