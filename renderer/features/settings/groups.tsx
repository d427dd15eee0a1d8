import type { ComponentType } from 'react';
import { AccessGroup } from './AccessGroup.tsx';
import { AppearanceGroup } from './AppearanceGroup.tsx';
import { desktop } from '../../lib/desktop.ts';
import { DataGroup } from './DataGroup.tsx';
import { DesktopGroup } from './DesktopGroup.tsx';
import { fromSettings } from './from-settings.tsx';
import type { GroupProps } from './group-props.ts';
import { NetworkGroup } from './NetworkGroup.tsx';
import { SETTING_SECTIONS } from './setting-sections.ts';
import { SettingList } from './SettingList.tsx';

/** One page of the settings. */
export type SettingsGroup = {
  /** As in the address. */
  readonly id: string;
  readonly title: string;
  readonly hint: string;
  readonly Content: ComponentType;
  /** Absent: always. What only the desktop window has is shown only there. */
  readonly isShown?: () => boolean;
};

/** Sections with more to them than their rows. */
const OWN_CONTENT: Readonly<Record<string, ComponentType<GroupProps>>> = {
  network: NetworkGroup,
  access: AccessGroup,
  data: DataGroup,
};

/** All groups in the order of the page: whatever has settings of its own adds itself here. */
export const SETTINGS_GROUPS: readonly SettingsGroup[] = [
  {
    id: 'appearance',
    title: 'Appearance',
    hint: 'Of this browser alone.',
    Content: AppearanceGroup,
  },
  {
    id: 'desktop',
    title: 'Desktop',
    hint: 'How the app behaves on this machine.',
    Content: DesktopGroup,
    isShown: () => desktop() !== null,
  },
  ...SETTING_SECTIONS.map(({ id, title, hint, rows }) => ({
    id,
    title,
    hint,
    Content: fromSettings(
      OWN_CONTENT[id] ?? (({ settings }) => <SettingList rows={rows} settings={settings} />),
    ),
  })),
];
