import { DecodeError } from '../../decode/wire.ts';
import { asError } from '../../lib/error-message.ts';
import type { CommittedSpan } from '../../store/rows/committed-span.ts';
import { FAULT_WORDS, faultOf } from '../../store/faults.ts';
import type { Writer } from '../../store/writing/writer.ts';
import type { IngestJob, IngestResult } from '../jobs.ts';
import type { RequestWriter, WireRequest } from './request-writer.ts';

/**
 * What one transaction takes in at most; a flood is written in few large ones, a lone item at once. Twice as many are no faster:
 * four exporters of 512 spans each then all wait for the same one, and this thread for what they send next.
 */
const MAX_ITEMS_A_COMMIT = 1024;
const MAX_BYTES_A_COMMIT = 24 * 1024 * 1024;
/** After a request that turned out malformed while it was written: so many commits look through theirs first. */
const WARY_COMMITS = 100;

export interface Commit {
  readonly results: readonly IngestResult[];
  readonly stored: readonly CommittedSpan[];
  /** Why the database refused or what went wrong in here, for the log. */
  readonly failure: Error | null;
  /** Memory to be moved back. */
  readonly spent: readonly ArrayBuffer[];
}

type Written = Omit<Commit, 'spent'>;

/** decode -> extract -> write, on the ingest thread: a commit for whatever waits, in which no request takes another with it. */
export class Pipeline {
  readonly #writer: Writer;
  readonly #requests: RequestWriter;
  #waryCommits = 0;

  constructor(writer: Writer, requests: RequestWriter) {
    this.#writer = writer;
    this.#requests = requests;
  }

  /**
   * Takes jobs from `next` until it has none or the transaction is full, and writes them in one commit. A job that
   * can't be decoded fails alone and leaves nothing.
   */
  commit(next: () => IngestJob | undefined): Commit {
    const taken: IngestJob[] = [];
    let items = 0;
    let bytes = 0;
    while (items < MAX_ITEMS_A_COMMIT && bytes < MAX_BYTES_A_COMMIT) {
      const job = next();
      if (job === undefined) break;
      taken.push(job);
      items += job.items;
      bytes += job.body.length;
    }
    const isWary = this.#waryCommits > 0;
    if (isWary) this.#waryCommits--;
    // A body that can't even be counted is most likely a malformed one.
    const commit = this.#storeReadable(taken, (job) => isWary || job.items === 0);
    const spent: ArrayBuffer[] = [];
    for (const { body, comesBack } of taken)
      if (comesBack) spent.push(body.buffer);
      // Megabytes that would otherwise wait for a collection: freed at once.
      else body.buffer.transfer(0);
    return { ...commit, spent };
  }

  /** Of the jobs that `isDoubtful` names, those that can't be decoded are left out of the transaction. */
  #storeReadable(jobs: readonly IngestJob[], isDoubtful: (job: IngestJob) => boolean): Written {
    const failed: IngestResult[] = [];
    const readable: WireRequest[] = [];
    let fault: Error | null = null;
    for (const job of jobs) {
      try {
        const request = this.#requests.read(job);
        // Redaction leaves alone what is malformed: that must not even come into a transaction.
        if (isDoubtful(job) || request.redacted !== null) this.#requests.check(request);
        readable.push(request);
      } catch (error) {
        if (!(error instanceof DecodeError)) fault = asError(error);
        failed.push(undecodable(job.id, error));
      }
    }
    if (readable.length === 0) return { results: failed, stored: [], failure: fault };
    const commit = this.#store(readable);
    for (const request of readable) this.#requests.giveBack(request);
    return { ...commit, results: [...failed, ...commit.results], failure: commit.failure ?? fault };
  }

  /**
   * One transaction for all; where it fails, one for each, so that none takes the others with it. What is malformed is
   * found while it is written, which spares all others a second look: it costs a transaction, so that more are expected.
   */
  #store(requests: readonly WireRequest[]): Written {
    try {
      const results: IngestResult[] = [];
      const stored = this.#writer.write((append, other) => {
        for (const request of requests) results.push(this.#requests.write(request, append, other));
      });
      return { results, stored, failure: null };
    } catch (error) {
      if (error instanceof DecodeError && this.#waryCommits < WARY_COMMITS) {
        this.#waryCommits = WARY_COMMITS;
        const jobs = requests.map(({ job }) => job);
        return this.#storeReadable(jobs, () => true);
      }
      // Another program's lock is on all of them: each would wait for it as long again.
      if (requests.length === 1 || faultOf(error) === 'locked')
        return {
          results: requests.map(({ job }) => refuse(job, error)),
          stored: [],
          failure: asError(error),
        };
      const commits = requests.map((request) => this.#store([request]));
      return {
        results: commits.flatMap((commit) => commit.results),
        stored: commits.flatMap((commit) => commit.stored),
        failure: commits.find((commit) => commit.failure !== null)?.failure ?? null,
      };
    }
  }
}

/** What the database refuses may fit later: the exporter is to keep it. Anything else would only come again. */
function refuse({ id }: IngestJob, error: unknown): IngestResult {
  if (error instanceof DecodeError) return undecodable(id, error);
  const fault = faultOf(error);
  const code = fault === null ? 'STORAGE_ERROR' : 'STORAGE_UNAVAILABLE';
  const why = fault === null ? 'see the log' : `${FAULT_WORDS[fault]}, send it again later`;
  return { id, ok: false, code, message: `the request could not be stored: ${why}` };
}

const undecodable = (id: number, error: unknown): IngestResult =>
  error instanceof DecodeError
    ? { id, ok: false, code: 'INVALID_OTLP', message: error.message }
    : { id, ok: false, code: 'STORAGE_ERROR', message: 'internal error, see the log' };
