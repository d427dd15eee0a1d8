import { classNames } from '../class-names.ts';
import { describeOutcome, type Outcome } from './outcome.ts';

const LOOKS = { error: 'bg-error', ok: 'bg-ok', warn: 'border-[1.5px] border-warn' } as const;

/** Red: it has errors. Hollow: spans are still missing. Green: all there and well. */
export function StatusDot({ of }: { readonly of: Outcome }) {
  const { tone, label } = describeOutcome(of);
  return (
    <span
      role="img"
      aria-label={label}
      title={label}
      className={classNames('block size-2 flex-none rounded-full', LOOKS[tone])}
    />
  );
}
