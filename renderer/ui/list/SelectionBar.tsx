import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatCount } from '../../lib/format.ts';
import { IconButton } from '../controls/Button.tsx';
import { JobBar } from './JobBar.tsx';
import type { Job } from './use-job.ts';

type Props = {
  readonly count: number;
  /** Of the whole list; null while it is not known. */
  readonly total: number | null;
  readonly job: Job;
  readonly onClear: () => void;
  /** What can be done with the ticked rows. */
  readonly children: ReactNode;
};

/** Stands over the end of a list while rows are ticked or something is done with them. */
export function SelectionBar({ count, total, job, onClear, children }: Props) {
  const isBusy = job.running !== null || job.error !== null;
  if (count === 0 && !isBusy) return null;
  return (
    <div className="pointer-events-none absolute inset-x-0 bottom-4 z-20 flex justify-center px-3">
      <div
        role="toolbar"
        aria-label="Selected rows"
        className="pointer-events-auto flex max-w-full flex-wrap items-center gap-2 rounded-lg border border-line-strong bg-raised py-1.5 pr-1.5 pl-3 text-sm shadow-pop"
      >
        {isBusy ? (
          <JobBar job={job} />
        ) : (
          <>
            <span className="num mr-1 whitespace-nowrap">
              <b className="font-semibold">{formatCount(count)}</b>
              {total !== null && count < total && (
                <span className="text-ink-3 max-sm:hidden"> of {formatCount(total)}</span>
              )}{' '}
              selected
            </span>
            {children}
            <IconButton label="Clear the selection" onClick={onClear}>
              <X size={13} aria-hidden />
            </IconButton>
          </>
        )}
      </div>
    </div>
  );
}
