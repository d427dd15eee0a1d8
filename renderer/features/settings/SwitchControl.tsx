import { classNames } from '../../ui/class-names.ts';
import { labelId, noteId } from './SettingFrame.tsx';
import type { SettingRow } from './setting-groups.ts';
import type { Change } from './use-change.ts';

type Props = { readonly row: SettingRow; readonly value: unknown; readonly change: Change };

/** A switch. It turns when the collector has turned, not before. */
export function SwitchControl({ row: { key }, value, change }: Props) {
  const isOn = value === true;
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      aria-labelledby={labelId(key)}
      aria-describedby={noteId(key)}
      disabled={change.state === 'saving'}
      onClick={() => change.save(!isOn)}
      className="flex items-center gap-2 rounded-sm text-sm disabled:opacity-60"
    >
      <span
        aria-hidden
        className={classNames(
          'relative h-4.5 w-8 rounded-full border transition-colors',
          isOn ? 'border-accent bg-accent' : 'border-control bg-sunken',
        )}
      >
        <span
          className={classNames(
            'absolute top-0.5 size-3 rounded-full transition-[left]',
            isOn ? 'left-4 bg-on-accent' : 'left-0.5 bg-control',
          )}
        />
      </span>
      {isOn ? 'On' : 'Off'}
    </button>
  );
}
