import { plural } from '../lib/format.ts';
import { classNames } from './class-names.ts';

type Props = { readonly errors: number; readonly hasError: boolean; readonly isComplete: boolean };

/** Red: it has errors. Hollow: spans are still missing. Green: all there and well. */
export function StatusDot({ errors, hasError, isComplete }: Props) {
  const label = hasError ? plural(Math.max(1, errors), 'error') : isComplete ? 'OK' : 'Not complete yet';
  return (
    <span
      role="img"
      aria-label={label}
      title={label}
      className={classNames(
        'block size-2 flex-none rounded-full',
        hasError && 'bg-error',
        !hasError && isComplete && 'bg-ok',
        !hasError && !isComplete && 'border-[1.5px] border-warn',
      )}
    />
  );
}
