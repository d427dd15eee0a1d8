import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Health, Receiver } from '../../collector/contract/health.ts';
import type { LiveState } from '../api/live.ts';
import { healthQuery } from '../api/queries.ts';
import { portOf } from '../lib/endpoints.ts';
import { formatBytes, formatCount, formatRate } from '../lib/format.ts';
import { storageTrouble } from '../lib/storage-trouble.ts';
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
              storage={health.storage}
              value={formatRate(health.ingest.spans_per_second)}
            />
            <ReceiverLine
              name="HTTP"
              receiver={health.receivers.standard_http}
              storage={health.storage}
              standardPort="4318"
            />
            <ReceiverLine
              name="gRPC"
              receiver={health.receivers.grpc}
              storage={health.storage}
              standardPort="4317"
            />
            <DatabaseLine storage={health.storage} />
            {health.reindex.due_spans > 0 && (
              <Line
                label="Reindex is due"
                value={formatCount(health.reindex.due_spans)}
                title={`${health.reindex.due_spans} spans were read by an older version: run "tracedeck reindex"`}
              />
            )}
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
  readonly storage: Health['storage'];
  readonly value?: string;
  readonly standardPort?: string;
};

/** While the database takes nothing, a receiver that listens says why instead of what arrives. */
function ReceiverLine({ name, receiver, storage, value, standardPort = '' }: ReceiverLineProps): ReactNode {
  const port = receiver.address === null ? standardPort : portOf(receiver.address);
  if (receiver.status === 'listening' && !storage.is_writable)
    return (
      <Line
        tone="bad"
        label={`${name} ${port}`}
        value={storageTrouble(storage) ?? 'not storing'}
        title={storage.message ?? undefined}
      />
    );
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

function DatabaseLine({ storage }: { readonly storage: Health['storage'] }) {
  const trouble = storageTrouble(storage);
  if (trouble === null) return <Line label="Database" value={formatBytes(storage.size_bytes)} />;
  return <Line tone="bad" label="Database" value={trouble} title={storage.message ?? undefined} />;
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
