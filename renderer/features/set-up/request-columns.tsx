import type { IngestRequest } from '../../../collector/contract/ingest-requests.ts';
import { formatBytes, formatCount, formatDuration } from '../../lib/format.ts';
import { requestProblem, requestTone } from './ingest-requests.ts';
import { firstLine, showHidden } from '../../lib/text.ts';
import { Dash } from '../../ui/facts/Dash.tsx';
import type { Column } from '../../ui/grid/columns.ts';
import { Pill } from '../../ui/controls/Pill.tsx';
import { ClockTime } from '../../ui/RelativeTime.tsx';

const TONES = { ok: 'ok', warn: 'warn', bad: 'error' } as const;

/** What a request was answered. */
export function AnswerPill({ request }: { readonly request: IngestRequest }) {
  return <Pill tone={TONES[requestTone(request)]}>{request.status}</Pill>;
}

/** The columns of the ingest doctor. */
export const REQUEST_COLUMNS: readonly Column<IngestRequest>[] = [
  {
    id: 'time',
    label: 'Time',
    track: '96px',
    fromWidth: 336,
    fixedOrder: 'descending',
    isBelow: true,
    cell: (request) => (
      <span className="text-ink-2">
        <ClockTime iso={request.time} />
      </span>
    ),
  },
  { id: 'answer', label: 'Answer', track: '52px', cell: (request) => <AnswerPill request={request} /> },
  {
    id: 'signal',
    label: 'Signal',
    track: '56px',
    fromWidth: 564,
    cell: (request) => request.signal ?? <Dash />,
  },
  {
    id: 'path',
    label: 'Path',
    track: 'minmax(124px,208px)',
    fromWidth: 492,
    isBelow: true,
    cell: (request) => (
      <span className="font-mono text-xs" title={request.path ?? undefined}>
        <span className="text-ink-3">{request.transport === 'grpc' ? 'gRPC ' : 'POST '}</span>
        {request.path === null ? '?' : firstLine(request.path, 200)}
      </span>
    ),
  },
  {
    id: 'problem',
    label: 'Why, and the fix',
    track: 'minmax(124px,2fr)',
    cell: (request) => {
      const problem = requestProblem(request);
      return problem === null ? (
        <Dash />
      ) : (
        <span className={requestTone(request) === 'bad' ? 'text-error' : 'text-warn'} title={problem}>
          {problem}
        </span>
      );
    },
  },
  {
    id: 'encoding',
    label: 'Encoding',
    track: 'minmax(96px,.6fr)',
    fromWidth: 1100,
    cell: (request) => <span className="text-ink-2">{encodingOf(request)}</span>,
  },
  {
    id: 'size',
    label: 'Size',
    track: '64px',
    isNumber: true,
    fromWidth: 760,
    cell: (request) => formatBytes(request.bytes),
  },
  {
    id: 'spans',
    label: 'Stored',
    track: '60px',
    isNumber: true,
    fromWidth: 640,
    cell: (request) => formatCount(request.spans),
  },
  {
    id: 'rejected',
    label: 'Rejected',
    track: '60px',
    isNumber: true,
    fromWidth: 1300,
    cell: (request) => (request.rejected === 0 ? <Dash /> : formatCount(request.rejected)),
  },
  {
    id: 'redacted',
    label: 'Redacted',
    track: '64px',
    isNumber: true,
    fromWidth: 1300,
    cell: (request) => (request.redacted === 0 ? <Dash /> : formatCount(request.redacted)),
  },
  {
    id: 'duration',
    label: 'Took',
    track: '64px',
    isNumber: true,
    fromWidth: 900,
    cell: (request) => formatDuration(request.duration_ms),
  },
  {
    id: 'project',
    label: 'Project',
    track: 'minmax(72px,.4fr)',
    fromWidth: 1400,
    cell: (request) => request.project ?? <Dash />,
  },
  {
    id: 'exporter',
    label: 'Exporter',
    track: 'minmax(96px,.7fr)',
    fromWidth: 1540,
    cell: (request) =>
      request.user_agent === null ? (
        <Dash />
      ) : (
        <span className="text-ink-2" title={showHidden(request.user_agent)}>
          {firstLine(request.user_agent)}
        </span>
      ),
  },
];

/** `protobuf, gzip` */
export function encodingOf({ content_type, encoding, transport }: IngestRequest): string {
  const form = transport === 'grpc' ? 'protobuf' : content_type?.replace(/^application\/(?:x-)?/, '');
  return [form, encoding].filter((part) => part !== null && part !== undefined && part !== '').join(', ');
}
