import type { IngestRequest } from '../../../collector/contract/ingest-requests.ts';
import { showHidden } from '../../lib/text.ts';

/** How an export request went: `bad` was refused, `warn` was taken with something to mend. */
export type RequestTone = 'ok' | 'warn' | 'bad';

export function requestTone({ status, rejected, advice }: IngestRequest): RequestTone {
  if (status >= 400) return 'bad';
  return rejected > 0 || advice !== null ? 'warn' : 'ok';
}

/** Requests have no ids: what they say of themselves tells them apart well enough. */
export function requestKey(request: IngestRequest): string {
  const { time, path, bytes, duration_ms, status } = request;
  return [time, path ?? '', bytes, duration_ms, status].join(' ');
}

/** Why a request was answered as it was, in words; null where all is well. */
export function requestProblem({ advice, code, message, rejected, status }: IngestRequest): string | null {
  if (advice !== null) return advice;
  const told = message === null ? '' : showHidden(message);
  if (status >= 400) {
    const meaning = code === null ? `Answered ${status}.` : (MEANINGS[code] ?? `Refused: ${code}.`);
    return told === '' ? meaning : `${meaning} The exporter was told: ${told}`;
  }
  if (rejected === 0) return null;
  return `${rejected === 1 ? '1 of its items was' : `${rejected} of its items were`} rejected: ${told}.`;
}

/** Of the errors for which there is no advice; what the exporter was told follows. */
const MEANINGS: Readonly<Record<string, string>> = {
  INVALID_OTLP: 'The body is no OTLP, or not in the encoding that its content type names.',
  INVALID_PROJECT_ID: 'The project in the path or header is no valid name.',
  STORAGE_ERROR: 'The database failed; the log of the collector says why.',
};

/** One thing that is wrong, however many requests it is wrong with. */
export type Finding = {
  readonly problem: string;
  readonly tone: 'warn' | 'bad';
  /** What it says to set, ready to paste. */
  readonly fixes: readonly string[];
  readonly count: number;
  /** ISO 8601, of the last request. */
  readonly lastTime: string;
};

/** What is wrong with requests (newest first), what happened last first. */
export function findings(requests: readonly IngestRequest[]): readonly Finding[] {
  const found = new Map<string, Finding>();
  for (const request of requests) {
    const problem = requestProblem(request);
    const tone = requestTone(request);
    if (problem === null || tone === 'ok') continue;
    const known = found.get(problem);
    found.set(
      problem,
      known === undefined
        ? { problem, tone, fixes: fixesOf(request), count: 1, lastTime: request.time }
        : { ...known, count: known.count + 1 },
    );
  }
  return [...found.values()];
}

/** The variables that its advice says to set, ready to paste: never what stands in words of the request itself. */
export function fixesOf({ advice }: IngestRequest): readonly string[] {
  const found = (advice ?? '').match(/\b(?:OTEL|LANGFUSE)_[A-Z_]+=(?:"[^"]*"|[^\s,;"]+)/g) ?? [];
  return [...new Set(found.map((text) => text.replace(/[.:]$/, '')))];
}
