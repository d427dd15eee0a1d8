import { Plus } from 'lucide-react';
import { useState, type SubmitEvent } from 'react';
import type { TokenRequest } from '../../../collector/contract/tokens.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { FIELD_CLASS } from './field-class.ts';

const DAY = 86_400;
const TIMES = [
  { label: '1 day', secs: DAY },
  { label: '30 days', secs: 30 * DAY },
  { label: '90 days', secs: 90 * DAY },
  { label: '1 year', secs: 365 * DAY },
  { label: 'until it is revoked', secs: null },
] as const;
const STANDARD = TIMES[1].label;
const LOOK = `${FIELD_CLASS} h-7`;

type Props = { readonly isBusy: boolean; readonly onCreate: (request: TokenRequest) => void };

/** Asks for a token to be made; a name that can't be is refused by the collector. */
export function TokenForm({ isBusy, onCreate }: Props) {
  const [name, setName] = useState('');
  const [time, setTime] = useState<string>(STANDARD);
  const onSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    const trimmed = name.trim();
    const secs = TIMES.find(({ label }) => label === time)?.secs ?? null;
    onCreate({ name: trimmed === '' ? null : trimmed, ttl_secs: secs });
  };
  return (
    <form
      onSubmit={onSubmit}
      aria-label="Make a token"
      className="grid grid-cols-[minmax(0,2fr)_minmax(0,1fr)_auto] items-end gap-2"
    >
      <label className="grid gap-0.5 text-xs text-ink-2">
        What it is for
        <input
          value={name}
          maxLength={100}
          placeholder="my-agent"
          onChange={(event) => setName(event.target.value)}
          className={LOOK}
        />
      </label>
      <label className="grid gap-0.5 text-xs text-ink-2">
        Counts for
        <select value={time} onChange={(event) => setTime(event.target.value)} className={LOOK}>
          {TIMES.map(({ label }) => (
            <option key={label}>{label}</option>
          ))}
        </select>
      </label>
      <Button type="submit" disabled={isBusy}>
        <Plus size={13} aria-hidden /> Make a token
      </Button>
    </form>
  );
}
