import { classNames } from '../class-names.ts';
import type { Outcome, OutcomeTone } from './outcome.ts';
import { useOutcome } from './use-progress.ts';

const LOOKS: Readonly<Record<OutcomeTone, string>> = {
  error: 'bg-error',
  ok: 'bg-ok',
  warn: 'border-[1.5px] border-warn',
  quiet: 'border-[1.5px] border-control',
};

/** Red: it has errors. Hollow: spans are still missing, grey where they no longer come. Green: all there and well. */
export function StatusDot({ of }: { readonly of: Outcome }) {
  const { tone, label } = useOutcome(of);
  return (
    <span
      role="img"
      aria-label={label}
      title={label}
      className={classNames('block size-2 flex-none rounded-full', LOOKS[tone])}
    />
  );
}
