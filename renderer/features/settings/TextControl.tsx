import { useState, type KeyboardEvent } from 'react';
import { formatBytes } from '../../lib/format.ts';
import { FIELD_CLASS } from './field-class.ts';
import { fieldText, fieldValue, type FieldKind } from './settings.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { labelId, noteId } from './SettingFrame.tsx';
import type { SettingKind, SettingRow } from './setting-sections.ts';
import type { Change } from './use-change.ts';

type Props = { readonly row: SettingRow; readonly value: unknown; readonly change: Change };

const FIELD_KINDS: Readonly<Partial<Record<SettingKind, FieldKind>>> = {
  number: 'number',
  bytes: 'number',
  seconds: 'number',
  list: 'list',
};

/** A text that is sent with Enter or with its button; Escape brings back what counts. */
export function TextControl({ row, value, change }: Props) {
  const { key, kind, nothing } = row;
  const counts = fieldText(value);
  // Null: nothing typed, the field shows what counts.
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? counts;
  const isChanged = typed !== null && typed !== counts;
  const [saved, setSaved] = useState(counts);
  // The collector has taken it, or somebody else has changed it.
  if (saved !== counts) {
    setSaved(counts);
    setTyped(null);
  }
  const fieldKind = FIELD_KINDS[kind] ?? 'text';
  const save = (): void => {
    if (isChanged) change.save(fieldValue(fieldKind, text));
  };
  const reset = (): void => {
    setTyped(null);
    change.forget();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') reset();
    if (event.key !== 'Enter' || (kind === 'list' && !event.ctrlKey && !event.metaKey)) return;
    event.preventDefault();
    save();
  };
  const shared = {
    value: text,
    'aria-labelledby': labelId(key),
    'aria-describedby': noteId(key),
    'aria-invalid': change.state === 'refused',
    disabled: change.state === 'saving',
    spellCheck: false,
    onKeyDown,
  };
  return (
    <div className="flex items-start gap-1.5">
      {kind === 'list' ? (
        <textarea
          {...shared}
          rows={Math.min(6, Math.max(2, text.split('\n').length))}
          placeholder="none"
          onChange={(event) => setTyped(event.target.value)}
          className={`${FIELD_CLASS} num flex-1 py-1 font-mono`}
        />
      ) : (
        <div className="relative min-w-0 flex-1">
          <input
            {...shared}
            type="text"
            inputMode={fieldKind === 'number' ? 'decimal' : 'text'}
            placeholder={nothing}
            onChange={(event) => setTyped(event.target.value)}
            className={`${FIELD_CLASS} num h-7 pr-16`}
          />
          <Unit kind={kind} text={text} />
        </div>
      )}
      {isChanged && (
        <Button disabled={change.state === 'saving'} onClick={save}>
          Save
        </Button>
      )}
    </div>
  );
}

function Unit({ kind, text }: { readonly kind: SettingKind; readonly text: string }) {
  const bytes = kind === 'bytes' && /^\d+$/.test(text.trim()) ? formatBytes(Number(text)) : null;
  const unit = kind === 'seconds' ? 's' : bytes;
  if (unit === null) return null;
  return (
    <span
      aria-hidden
      className="num pointer-events-none absolute inset-y-0 right-2 flex items-center text-xs text-ink-3"
    >
      {unit}
    </span>
  );
}
