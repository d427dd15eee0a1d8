import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Health, Receiver } from '../../collector/contract/health.ts';
import type { LiveState } from '../api/keep-current.ts';
import { healthQuery } from '../api/queries.ts';
import { portOf } from '../lib/endpoints.ts';
import { formatBytes, formatCount, formatRate } from '../lib/format.ts';
import { storageTrouble } from './storage-trouble.ts';
import { classNames } from '../ui/class-names.ts';

type DotTone = 'ok' | 'off' | 'bad';

type Props = { readonly project: string; readonly live: LiveState };

/**
 * A dot for each receiver, called as the tray calls it, with its real port, what arrives now, how large the database is; leads
 * to the ingest doctor.
 */
export function ReceiverStatus({ project, live }: Props) {
  const { data: health, isError } = useQuery(healthQuery);
  const lines = linesOf(health, isError, live);
  return (
    <section
      aria-label="Receivers"
      className="relative grid grid-cols-1 gap-1 border-t border-line px-2 pt-2.5 pb-1 text-xs text-ink-3 max-lg:grid-cols-none max-lg:justify-center max-lg:px-0"
    >
      {lines.map(({ key, ...line }) => (
        <Line key={key} {...line} />
      ))}
      {/* Over the lines and not around them: they are no part of its name. */}
      <Link
        to="/p/$project/set-up"
        params={{ project }}
        search={{ show: 'doctor' }}
        aria-label="Open the ingest doctor"
        title={detailsOf(lines)}
        className="absolute inset-x-0 top-1 bottom-0 rounded-md hover:bg-ink/5"
      />
    </section>
  );
}

/** What the lines have no room for, each once. */
function detailsOf(lines: readonly LineProps[]): string {
  const details = lines.map(
    ({ label, value, detail }) => detail ?? (value === undefined ? label : `${label}: ${value}`),
  );
  return [...new Set(details)].join('\n');
}

function linesOf(health: Health | undefined, isError: boolean, live: LiveState): LineProps[] {
  if (isError) return [{ key: 'http', tone: 'bad', label: 'Collector does not answer' }, ...UNKNOWN];
  if (health === undefined) return [{ key: 'http', tone: 'off', label: 'Connecting' }, ...UNKNOWN];
  const { receivers, storage, ingest, reindex } = health;
  return [
    receiverLine('http', 'HTTP', receivers.http, storage, formatRate(ingest.spans_per_second)),
    receiverLine('standard', 'OTLP/HTTP', receivers.standard_http, storage, 'listening'),
    receiverLine('grpc', 'OTLP/gRPC', receivers.grpc, storage, 'listening'),
    databaseLine(storage),
    ...(reindex.due_spans > 0
      ? [
          {
            key: 'reindex',
            label: 'Reindex is due',
            value: formatCount(reindex.due_spans),
            detail: `${reindex.due_spans} spans were read by an older version: run "tracedeck reindex"`,
          },
        ]
      : []),
    ...(live === 'lost'
      ? [{ key: 'live', tone: 'bad' as const, label: 'Live updates lost', detail: LOST }]
      : []),
  ];
}

/** The notice over each screen says it as well. */
const LOST = 'Live updates lost, trying again';

/** In the places of what health will tell, so that nothing above moves when it does. */
const UNKNOWN: readonly LineProps[] = [
  { key: 'standard', tone: 'off', label: 'OTLP/HTTP' },
  { key: 'grpc', tone: 'off', label: 'OTLP/gRPC' },
  { key: 'database', label: 'Database' },
];

/** While the database takes nothing, a receiver that listens says why instead of what arrives. */
function receiverLine(
  key: string,
  name: string,
  receiver: Receiver,
  storage: Health['storage'],
  whenListening: string,
): LineProps {
  // Where it does not listen it has no port, whatever was asked for.
  const label = receiver.address === null ? name : `${name} ${portOf(receiver.address)}`;
  if (receiver.status === 'listening' && !storage.is_writable)
    return {
      key,
      tone: 'bad',
      label,
      value: storageTrouble(storage) ?? 'not storing',
      detail: storage.message ?? undefined,
    };
  const detail = receiver.message ?? receiver.address ?? undefined;
  // It listens, and turns connections away.
  if (receiver.status === 'listening' && receiver.message !== null)
    return { key, tone: 'bad', label, value: 'full', detail };
  const value = { listening: whenListening, off: 'off', failed: 'not listening' }[receiver.status];
  const tone = ({ listening: 'ok', off: 'off', failed: 'bad' } as const)[receiver.status];
  return { key, tone, label, value, detail };
}

function databaseLine(storage: Health['storage']): LineProps {
  const trouble = storageTrouble(storage);
  const line = { key: 'database', label: 'Database' };
  if (trouble === null) return { ...line, value: formatBytes(storage.size_bytes) };
  return { ...line, tone: 'bad', value: trouble, detail: storage.message ?? undefined };
}

type LineProps = {
  readonly key: string;
  readonly tone?: DotTone;
  readonly label: string;
  readonly value?: string;
  /** What the whole shows to a pointer that rests on it. */
  readonly detail?: string | undefined;
};

function Line({ tone, label, value }: Omit<LineProps, 'key'>) {
  return (
    <span
      className={classNames(
        'num flex items-center gap-1 whitespace-nowrap',
        tone === undefined && 'max-lg:sr-only',
      )}
    >
      {tone !== undefined && <Dot tone={tone} />}
      <span className="min-w-0 truncate max-lg:sr-only">{label}</span>
      {value !== undefined && (
        <span className="ml-auto flex-none font-[500] text-ink-2 max-lg:sr-only">{value}</span>
      )}
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
