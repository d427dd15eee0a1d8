import { useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { desktopSettingsQuery } from '../../api/queries.ts';
import { holdOf, settingAt, type ShownSettings } from './settings.ts';
import { CopyButton } from '../../ui/controls/CopyButton.tsx';
import type { SettingKind, SettingRow } from './setting-sections.ts';
import { FixedValue } from './FixedValue.tsx';
import { PriceTable } from './PriceTable.tsx';
import { RedactionRules } from './RedactionRules.tsx';
import { RestartNote } from './RestartNote.tsx';
import { SettingFrame } from './SettingFrame.tsx';
import { SwitchControl } from './SwitchControl.tsx';
import { TextControl } from './TextControl.tsx';
import { useChange, type Change, type Keeper } from './use-change.ts';

type Props = { readonly rows: readonly SettingRow[]; readonly settings: ShownSettings };

/**
 * Settings one below the other, each with its value, its origin, and how it is changed. What the collector reads only at its
 * start the desktop window may change all the same: for the next one.
 */
export function SettingList({ rows, settings }: Props) {
  const { data: ofDesktop = null } = useQuery(desktopSettingsQuery);
  const isOfDesktop = (key: string): boolean =>
    ofDesktop?.changeable.includes(key) === true && holdOf(key, settings) === 'start';
  const isFixed = ({ key }: SettingRow): boolean => holdOf(key, settings) === 'start' && !isOfDesktop(key);
  return (
    <>
      {rows.some(isFixed) && <StartNote file={settings.file} />}
      {ofDesktop?.needs_restart === true && rows.some(({ key }) => isOfDesktop(key)) && <RestartNote />}
      <div className="border-t border-line">
        {rows.map((row) =>
          ofDesktop !== null && isOfDesktop(row.key) ? (
            <SettingItem key={row.key} row={row} settings={ofDesktop} keeper="desktop" />
          ) : (
            <SettingItem key={row.key} row={row} settings={settings} keeper="collector" />
          ),
        )}
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

type WideProps = { readonly value: unknown; readonly change: Change; readonly isFixed: boolean };

/** Settings that are lists of more than words. */
const WIDE: Partial<Record<SettingKind, ComponentType<WideProps>>> = {
  prices: PriceTable,
  redaction: RedactionRules,
};

type ItemProps = { readonly row: SettingRow; readonly settings: ShownSettings; readonly keeper: Keeper };

export function SettingItem({ row, settings, keeper }: ItemProps) {
  const value = settingAt(settings.settings, row.key);
  const hold = holdOf(row.key, settings);
  const change = useChange(row.key, keeper);
  const isForNextStart = keeper === 'desktop' && !row.key.startsWith('desktop.');
  const frame = { row, settings, hold, change, isForNextStart };
  const props = { row, value, change };
  const Wide = WIDE[row.kind];
  if (Wide !== undefined) {
    return (
      <SettingFrame {...frame} isWide>
        <Wide {...props} isFixed={hold !== null} />
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
