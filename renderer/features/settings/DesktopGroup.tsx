import { useQuery } from '@tanstack/react-query';
import { desktopSettingsQuery } from '../../api/queries.ts';
import { desktop } from '../../lib/desktop.ts';
import { CommandLineAction } from './CommandLineAction.tsx';
import { MoveDataAction } from './MoveDataAction.tsx';
import { DESKTOP_ROWS } from './setting-sections.ts';
import { SettingItem } from './SettingList.tsx';
import { UpdateAction } from './UpdateAction.tsx';

/** What only the desktop app has: its settings, and what it can do on this machine. */
export function DesktopGroup() {
  const { data } = useQuery(desktopSettingsQuery);
  const bridge = desktop();
  if (bridge === null || data === undefined || data === null) return null;
  return (
    <>
      {!data.has_tray && (
        <p className="mb-4 rounded-md border border-line bg-surface px-3 py-2 text-sm text-ink-2">
          This system shows no tray: closing the window ends Tracedeck.
        </p>
      )}
      <div className="border-t border-line">
        {DESKTOP_ROWS.map((row) => (
          <SettingItem key={row.key} row={row} settings={data} keeper="desktop" />
        ))}
        <UpdateAction bridge={bridge} />
        <MoveDataAction bridge={bridge} folder={data.data_dir} />
        <CommandLineAction bridge={bridge} />
      </div>
    </>
  );
}
