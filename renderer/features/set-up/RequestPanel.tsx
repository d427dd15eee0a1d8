import type { IngestRequest } from '../../../collector/contract/ingest-requests.ts';
import { formatBytes, formatCount, formatDuration, plural } from '../../lib/format.ts';
import { fixesOf, requestProblem, requestTone } from './ingest-requests.ts';
import { showHidden } from '../../lib/text.ts';
import { formatExact, parseTime } from '../../lib/time.ts';
import { classNames } from '../../ui/class-names.ts';
import { FactGroup, FactRow } from '../../ui/facts/FactGroup.tsx';
import { SidePanel } from '../../ui/panels/SidePanel.tsx';
import { Snippet } from '../../ui/text/Snippet.tsx';
import { EmptyState } from '../../ui/notices/States.tsx';
import { AnswerPill, encodingOf } from './request-columns.tsx';

type Props = { readonly request: IngestRequest | undefined; readonly onClose: () => void };

/** One export request: what it was, how it was answered, and what to set instead. */
export function RequestPanel({ request, onClose }: Props) {
  return (
    <SidePanel
      label="Export request"
      onClose={onClose}
      title={
        <>
          {request !== undefined && <AnswerPill request={request} />}
          <span className="truncate">Export request</span>
        </>
      }
    >
      {request === undefined ? (
        <EmptyState title="This request is no longer among the last 200" />
      ) : (
        <div
          role="region"
          aria-label="Request details"
          tabIndex={0}
          className="min-h-0 flex-1 overflow-auto pb-5 focus-visible:-outline-offset-2"
        >
          <Problem request={request} />
          <div className="px-4 pt-2.5">
            <FactGroup title="Request">
              {Object.entries(factsOf(request)).map(([label, value]) => (
                <FactRow key={label} label={label} copies={value}>
                  <bdi className="whitespace-pre-wrap">{showHidden(value)}</bdi>
                </FactRow>
              ))}
            </FactGroup>
          </div>
        </div>
      )}
    </SidePanel>
  );
}

function Problem({ request }: { readonly request: IngestRequest }) {
  const problem = requestProblem(request);
  if (problem === null) return null;
  const texts = fixesOf(request);
  const isRefused = requestTone(request) === 'bad';
  return (
    <section
      aria-label="The fix"
      className={classNames(
        'mx-4 mt-3 rounded-md border px-3 py-2.5 text-sm',
        isRefused ? 'border-error/40 bg-error-soft' : 'border-warn/50 bg-warn-soft',
      )}
    >
      <p className="wrap-anywhere">{problem}</p>
      {texts.length > 0 && (
        <div className="mt-2">
          <Snippet label="the fix" text={texts.map((text) => `export ${text}`).join('\n')} />
        </div>
      )}
    </section>
  );
}

function factsOf(request: IngestRequest): Readonly<Record<string, string>> {
  const facts: Readonly<Record<string, string | null>> = {
    Time: formatExact(parseTime(request.time)),
    Answer: request.code === null ? String(request.status) : `${request.status} ${request.code}`,
    Message: request.message,
    Path: request.path,
    Transport: request.transport === 'grpc' ? 'gRPC' : 'HTTP',
    Signal: request.signal,
    Project: request.project,
    Encoding: encodingOf(request),
    Size: `${formatBytes(request.bytes)} (${formatCount(request.bytes)} bytes)`,
    Stored: formatCount(request.spans),
    Rejected: formatCount(request.rejected),
    Redacted: request.redacted === 0 ? null : plural(request.redacted, 'value'),
    Took: formatDuration(request.duration_ms),
    Exporter: request.user_agent,
  };
  return Object.fromEntries(
    Object.entries(facts).filter((entry): entry is [string, string] => entry[1] !== null && entry[1] !== ''),
  );
}
