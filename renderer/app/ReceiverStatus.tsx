import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Receiver } from '../../collector/contract/health.ts';
import type { LiveState } from '../api/live.ts';
import { healthQuery } from '../api/queries.ts';
import { portOf } from '../lib/endpoints.ts';
import { formatBytes, formatRate } from '../lib/format.ts';
import { classNames } from '../ui/class-names.ts';

type DotTone = 'ok' | 'off' | 'bad';

type Props = { readonly project: string; readonly live: LiveState };

/** A dot for each receiver with its real port, what arrives now, how large the database is; leads to the ingest doctor. */
export function ReceiverStatus({ project, live }: Props) {
  const { data: health, isError } = useQuery(healthQuery);
  return (
    <section aria-label="Receivers" className="border-t border-line pt-1.5">
      <Link
        to="/p/$project/set-up"
        params={{ project }}
        search={{ show: 'doctor' }}
        className="grid gap-1 rounded-md px-2 py-1 text-xs text-ink-3 hover:bg-hover max-lg:justify-center max-lg:px-0"
      >
        <span className="sr-only">Open the ingest doctor.</span>
        {health === undefined || isError ? (
          <Line tone={isError ? 'bad' : 'off'} label={isError ? 'Collector does not answer' : 'Connecting'} />
        ) : (
          <>
            <ReceiverLine
              name="HTTP"
              receiver={health.receivers.http}
              value={formatRate(health.ingest.spans_per_second)}
            />
            <ReceiverLine name="HTTP" receiver={health.receivers.standard_http} standardPort="4318" />
            <ReceiverLine name="gRPC" receiver={health.receivers.grpc} standardPort="4317" />
            <Line label="Database" value={formatBytes(health.storage.size_bytes)} />
          </>
        )}
        {live === 'lost' && !isError && <Line tone="bad" label="Live updates lost, trying again" />}
      </Link>
    </section>
  );
}

type ReceiverLineProps = {
  readonly name: string;
  readonly receiver: Receiver;
  readonly value?: string;
  readonly standardPort?: string;
};

function ReceiverLine({ name, receiver, value, standardPort = '' }: ReceiverLineProps): ReactNode {
  const port = receiver.address === null ? standardPort : portOf(receiver.address);
  const state = { listening: value ?? 'listening', off: 'off', failed: 'not listening' }[receiver.status];
  const tone = ({ listening: 'ok', off: 'off', failed: 'bad' } as const)[receiver.status];
  return (
    <Line
      tone={tone}
      label={`${name} ${port}`}
      value={state}
      title={receiver.message ?? receiver.address ?? undefined}
    />
  );
}

type LineProps = {
  readonly tone?: DotTone;
  readonly label: string;
  readonly value?: string;
  readonly title?: string | undefined;
};

function Line({ tone, label, value, title }: LineProps) {
  return (
    <span
      title={title ?? `${label}${value === undefined ? '' : `: ${value}`}`}
      className={classNames('num flex items-center gap-1.5', tone === undefined && 'max-lg:sr-only')}
    >
      {tone !== undefined && <Dot tone={tone} />}
      <span className="max-lg:sr-only">{label}</span>
      {value !== undefined && <span className="ml-auto font-[500] text-ink-2 max-lg:sr-only">{value}</span>}
    </span>
  );
}

const DOTS: Readonly<Record<DotTone, string>> = {
  ok: 'bg-ok',
  bad: 'bg-error',
  off: 'border border-control',
};

function Dot({ tone }: { readonly tone: DotTone }) {
  return <span aria-hidden className={classNames('size-1.75 flex-none rounded-full', DOTS[tone])} />;
}
