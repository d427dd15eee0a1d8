import { formatBytes } from '../../lib/format.ts';
import { plainText } from './settings.ts';
import { CopyButton } from '../../ui/controls/CopyButton.tsx';
import type { SettingRow } from './setting-sections.ts';

type Props = { readonly row: SettingRow; readonly value: unknown };

/** A value that is only shown. */
export function FixedValue({ row: { kind, label, nothing }, value }: Props) {
  const text = describe(kind, value, nothing);
  return (
    <div className="flex min-w-0 items-start gap-1">
      <span className="num min-w-0 pt-0.5 font-medium wrap-anywhere">{text}</span>
      {kind === 'text' && <CopyButton text={text} label={`Copy ${label.toLowerCase()}`} small />}
    </div>
  );
}

function describe(kind: SettingRow['kind'], value: unknown, nothing: string | undefined): string {
  if (value === null || value === undefined) return nothing ?? 'not set';
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.join(', ');
  if (kind === 'bytes' && typeof value === 'number') return formatBytes(value);
  if (kind === 'seconds') return `${plainText(value)} s`;
  return plainText(value);
}
