import type { Settings } from '../../../collector/contract/settings.ts';
import { holdOf, settingAt } from '../../lib/settings.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
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
    <>
      {rows.some(({ key }) => holdOf(key, settings) === 'start') && <StartNote file={settings.file} />}
      <div className="border-t border-line">
        {rows.map((row) => (
          <SettingItem key={row.key} row={row} settings={settings} />
        ))}
      </div>
    </>
  );
}

/** What to do about settings that are read at the start alone, once for all of them. */
function StartNote({ file }: { readonly file: string | null }) {
  return (
    <p className="mb-4 flex items-center gap-1.5 rounded-md border border-line bg-surface px-3 py-2 text-sm text-ink-2">
      <span className="min-w-0 wrap-anywhere">
        What is marked “next start” is read when the collector starts: set it in{' '}
        {file === null ? 'a configuration file' : <code className="font-mono text-ink">{file}</code>} and
        start again.
      </span>
      {file !== null && <CopyButton text={file} label="Copy the path of the file" small />}
    </p>
  );
}

function SettingItem({ row, settings }: { readonly row: SettingRow; readonly settings: Settings }) {
  const value = settingAt(settings.settings, row.key);
  const hold = holdOf(row.key, settings);
  const change = useChange(row.key);
  const frame = { row, settings, hold, change };
  const props = { row, value, change };
  if (row.kind === 'prices') {
    return (
      <SettingFrame {...frame} isWide>
        <PriceTable {...props} isFixed={hold !== null} />
      </SettingFrame>
    );
  }
  return (
    <SettingFrame {...frame}>
      {hold !== null ? (
        <FixedValue row={row} value={value} />
      ) : row.kind === 'switch' ? (
        <SwitchControl {...props} />
      ) : (
        <TextControl {...props} />
      )}
    </SettingFrame>
  );
}
