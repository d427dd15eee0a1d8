import { SETTING_SECTIONS, type SettingRow } from './setting-groups.ts';

/** The rows of a section, for groups that show more than those. */
export function rowsOf(id: string): readonly SettingRow[] {
  return SETTING_SECTIONS.find((section) => section.id === id)?.rows ?? [];
}
