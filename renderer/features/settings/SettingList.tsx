import type { Settings } from '../../../collector/contract/settings.ts';
import { settingAt, whyFixed } from '../../lib/settings.ts';
import type { SettingRow } from './setting-groups.ts';
import { FixedValue } from './FixedValue.tsx';
import { PriceTable } from './PriceTable.tsx';
import { SettingFrame } from './SettingFrame.tsx';
import { SwitchControl } from './SwitchControl.tsx';
import { TextControl } from './TextControl.tsx';
import { useChange } from './use-change.ts';

type Props = { readonly rows: readonly SettingRow[]; readonly settings: Settings };

/** Settings one below the other, each with its value, its origin, and how it is changed. */
export function SettingList({ rows, settings }: Props) {
  return (
    <div className="border-t border-line">
      {rows.map((row) => (
        <SettingItem key={row.key} row={row} settings={settings} />
      ))}
    </div>
  );
}

function SettingItem({ row, settings }: { readonly row: SettingRow; readonly settings: Settings }) {
  const value = settingAt(settings.settings, row.key);
  const fixed = whyFixed(row.key, settings);
  const change = useChange(row.key);
  const frame = { row, settings, fixed, change };
  const props = { row, value, change };
  if (row.kind === 'prices') {
    return (
      <SettingFrame {...frame} isWide>
        <PriceTable {...props} isFixed={fixed !== null} />
      </SettingFrame>
    );
  }
  return (
    <SettingFrame {...frame}>
      {fixed !== null ? (
        <FixedValue row={row} value={value} />
      ) : row.kind === 'switch' ? (
        <SwitchControl {...props} />
      ) : (
        <TextControl {...props} />
      )}
    </SettingFrame>
  );
}
