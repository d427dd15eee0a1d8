import { Check, Clock } from 'lucide-react';
import { useState, type SubmitEvent } from 'react';
import {
  ALL_TIME,
  describeRange,
  hasTimeRange,
  isBackwards,
  rangeOfInputs,
  TIME_RANGES,
  toLocalInput,
  type TimeSearch,
} from '../../lib/time-range.ts';
import { Button } from '../controls/Button.tsx';
import { classNames } from '../class-names.ts';
import { Popover } from '../controls/Popover.tsx';
import { useNow } from '../use-now.ts';

type Props = { readonly value: TimeSearch; readonly onChange: (time: TimeSearch) => void };

/** The time range of every list: a few relative ones, all, or from and to. */
export function TimeRangeMenu({ value, onChange }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const now = useNow();
  const label = describeRange(value, now);
  const choose = (time: TimeSearch): void => {
    setIsOpen(false);
    onChange({ ...ALL_TIME, ...time });
  };
  const choices: readonly { label: string; time: TimeSearch; isOn: boolean }[] = [
    ...TIME_RANGES.map(({ id, label }) => ({ label, time: { range: id }, isOn: value.range === id })),
    { label: 'All time', time: ALL_TIME, isOn: !hasTimeRange(value) },
  ];
  return (
    <Popover
      label="Time range"
      isOpen={isOpen}
      onOpen={setIsOpen}
      align="end"
      trigger={
        <Button
          aria-label={`Time range: ${label}`}
          title={label}
          className={classNames(
            'max-w-64 flex-none lg:max-w-80',
            hasTimeRange(value) && 'border-accent/40! bg-accent-soft! text-accent!',
          )}
        >
          <Clock size={13} aria-hidden className="flex-none" />
          <span className="truncate">{label}</span>
        </Button>
      }
    >
      <div className="w-64 p-1">
        {choices.map((choice) => (
          <button
            key={choice.label}
            type="button"
            aria-pressed={choice.isOn}
            onClick={() => choose(choice.time)}
            className="flex h-7 w-full items-center gap-2 rounded-sm px-2 text-left hover:bg-hover"
          >
            <span aria-hidden className="w-3.5 text-accent">
              {choice.isOn && <Check size={13} />}
            </span>
            {choice.label}
          </button>
        ))}
        <CustomRange value={value} onApply={choose} />
      </div>
    </Popover>
  );
}

function CustomRange({
  value,
  onApply,
}: {
  readonly value: TimeSearch;
  readonly onApply: Props['onChange'];
}) {
  const [from, setFrom] = useState(toLocalInput(value.from_timestamp));
  const [to, setTo] = useState(toLocalInput(value.to_timestamp));
  const range = rangeOfInputs(value, from, to);
  const apply = (event: SubmitEvent): void => {
    event.preventDefault();
    onApply(range);
  };
  return (
    <form onSubmit={apply} className="mt-1 grid gap-1.5 border-t border-line p-2">
      <TimeField label="From" value={from} onChange={setFrom} />
      <TimeField label="To" value={to} onChange={setTo} />
      {isBackwards(range) && <p className="text-error">From is after To.</p>}
      <Button type="submit" disabled={isBackwards(range) || !hasTimeRange(range)} className="justify-center">
        Apply
      </Button>
    </form>
  );
}

/** Without it Chromium takes years of six digits, which no time of an address has. */
const LATEST = '9999-12-31T23:59';

type FieldProps = {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
};

function TimeField({ label, value, onChange }: FieldProps) {
  return (
    <label className="grid grid-cols-[38px_1fr] items-center text-ink-2">
      {label}
      <input
        type="datetime-local"
        max={LATEST}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="h-7 min-w-0 rounded-md border border-line bg-bg px-1.5 text-ink"
      />
    </label>
  );
}
