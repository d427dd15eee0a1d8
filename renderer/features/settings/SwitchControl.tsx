import { Switch } from '../../ui/controls/Switch.tsx';
import { labelId, noteId } from './SettingFrame.tsx';
import type { SettingRow } from './setting-sections.ts';
import type { Change } from './use-change.ts';

type Props = { readonly row: SettingRow; readonly value: unknown; readonly change: Change };

/** It turns when the collector has turned, not before. */
export function SwitchControl({ row: { key }, value, change }: Props) {
  return (
    <Switch
      isOn={value === true}
      onToggle={change.save}
      disabled={change.state === 'saving'}
      aria-labelledby={labelId(key)}
      aria-describedby={noteId(key)}
    />
  );
}
