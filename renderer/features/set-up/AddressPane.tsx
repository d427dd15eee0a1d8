import { useQuery } from '@tanstack/react-query';
import { useRef, type ReactNode } from 'react';
import type { Health } from '../../../collector/contract/health.ts';
import { healthQuery } from '../../api/queries.ts';
import { classNames } from '../../ui/class-names.ts';
import { ErrorState } from '../../ui/notices/States.tsx';
import { useKeptPlace } from '../../ui/kept/use-kept-place.ts';

type Props = {
  readonly label: string;
  /** What its place is kept under. */
  readonly place: string;
  readonly className?: string;
  /** What stands in it once the collector has said where it listens. */
  readonly children: (health: Health) => ReactNode;
};

/** A pane of instructions that have the collector's addresses in them, or of why these are not known. */
export function AddressPane({ label, place, className, children }: Props) {
  const { data: health, error, refetch } = useQuery(healthQuery);
  const pane = useRef<HTMLDivElement>(null);
  useKeptPlace(pane, place, health !== undefined);
  return (
    <div
      ref={pane}
      role="region"
      aria-label={label}
      tabIndex={0}
      className={classNames('min-h-0 overflow-auto focus-visible:-outline-offset-2', className)}
    >
      {health !== undefined && children(health)}
      {health === undefined && error !== null && (
        <ErrorState
          title="The collector's addresses are not known"
          error={error}
          onRetry={() => void refetch()}
        />
      )}
    </div>
  );
}
