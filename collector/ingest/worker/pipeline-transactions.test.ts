import { SqliteError } from 'better-sqlite3';
import { beforeEach, describe, expect, test } from 'vitest';
import { DecodeError } from '../../decode/wire.ts';
import type { Writer } from '../../store/writing/writer.ts';
import { jobOf } from '../../testing/ingest-job.ts';
import { wentIn } from '../../testing/pipeline-store.ts';
import type { IngestJob } from '../jobs.ts';
import { Pipeline, type Commit } from './pipeline.ts';
import type { RequestWriter, WireRequest } from './request-writer.ts';

/** What a request does in the hands of the writing thread, by its first byte. */
const FINE = 1;
const MALFORMED = 2;
const REFUSED = 3;
const LOCKED = 4;
const A_FAULT_OF_OURS = 5;
/** Rules are asked about it. */
const SECRET_AND_MALFORMED = 6;
/** Nobody finds it malformed but whoever writes it. */
const MALFORMED_AT_LAST = 7;
const A_FAULT_IN_WRITING = 8;

const request = (does: number, job: Partial<IngestJob> = {}): IngestJob =>
  jobOf(Buffer.from([does]), { items: 1, ...job });
const does = ({ body }: { readonly body: Uint8Array }): number => body[0]!;

let calls: string[];
let pipeline: Pipeline;
beforeEach(() => {
  calls = [];
  const needDecodable = (one: WireRequest): void => {
    if (does(one) === MALFORMED || does(one) === SECRET_AND_MALFORMED) throw new DecodeError('malformed');
  };
  const requests: Pick<RequestWriter, 'read' | 'check' | 'write' | 'giveBack'> = {
    read: (job) => {
      if (does(job) === A_FAULT_OF_OURS) throw new TypeError('a fault of ours');
      const body = Buffer.from(job.body);
      const redacted = does(job) === SECRET_AND_MALFORMED ? { body, values: 0, slow: [] } : null;
      return { job, body, redacted, oddIds: null };
    },
    check: (one) => {
      calls.push('check');
      needDecodable(one);
    },
    write: (one) => {
      calls.push('write');
      needDecodable(one);
      if (does(one) === MALFORMED_AT_LAST) throw new DecodeError('malformed');
      if (does(one) === A_FAULT_IN_WRITING) throw new TypeError('a fault of ours');
      if (does(one) === REFUSED) throw new SqliteError('disk full', 'SQLITE_FULL');
      if (does(one) === LOCKED) throw new SqliteError('database is locked', 'SQLITE_BUSY');
      return wentIn(one.job.id, 1);
    },
    giveBack: () => void calls.push('give back'),
  };
  const writer: Pick<Writer, 'write'> = {
    write: (fill) => {
      calls.push('begin');
      fill(() => undefined, { log: () => undefined, point: () => undefined });
      calls.push('commit');
      return [];
    },
  };
  pipeline = new Pipeline(writer as Writer, requests as RequestWriter);
});

function commit(...jobs: IngestJob[]): Commit {
  calls = [];
  return pipeline.commit(() => jobs.shift());
}
const count = (name: string): number => calls.filter((call) => call === name).length;

test('one transaction takes a few large bodies, the others wait for the next', () => {
  const jobs = Array.from({ length: 4 }, () => jobOf(Buffer.alloc(10 * 1024 * 1024, FINE), { items: 1 }));
  const { results } = commit(...jobs);
  expect(results).toHaveLength(3);
  expect(calls).toEqual([
    'begin',
    'write',
    'write',
    'write',
    'commit',
    ...Array.from({ length: 3 }, () => 'give back'),
  ]);
});

describe('what is malformed', () => {
  test('comes into no transaction where rules are to take something out of it', () => {
    const { results, failure } = commit(request(SECRET_AND_MALFORMED));
    expect(calls).toEqual(['check']);
    expect([results, failure]).toMatchObject([[{ ok: false, code: 'INVALID_OTLP' }], null]);
  });

  test('nor where nobody could count what is in it', () => {
    commit(request(MALFORMED, { items: 0 }));
    expect(calls).toEqual(['check']);
  });

  test('is refused alone although nobody saw it before it was written', () => {
    const { results } = commit(request(FINE), request(MALFORMED_AT_LAST), request(FINE));
    expect(results).toMatchObject([{ ok: true }, { ok: false, code: 'INVALID_OTLP' }, { ok: true }]);
    expect(count('commit')).toBe(2);
  });

  test('has the next hundred commits look through theirs first, and no more', () => {
    commit(request(FINE));
    expect(count('check')).toBe(0);
    commit(request(FINE), request(MALFORMED));
    expect([count('begin'), count('commit')]).toEqual([2, 1]);
    for (let nth = 1; nth <= 100; nth++) {
      commit(request(FINE), request(MALFORMED));
      expect([count('check'), count('begin')]).toEqual([2, 1]);
    }
    commit(request(FINE));
    expect(count('check')).toBe(0);
  });
});

describe('what can not be written', () => {
  test('is tried once more by itself, so that it takes none of the others with it', () => {
    const { results, failure } = commit(request(FINE), request(REFUSED), request(FINE));
    expect([count('begin'), count('commit')]).toEqual([4, 2]);
    expect(results).toMatchObject([{ ok: true }, { ok: false, code: 'STORAGE_UNAVAILABLE' }, { ok: true }]);
    expect(failure?.message).toBe('disk full');
    expect(count('give back')).toBe(3);
  });

  test('waits once for the lock of another program, whatever waits with it', () => {
    const { results, failure } = commit(request(FINE), request(LOCKED), request(FINE));
    expect(count('begin')).toBe(1);
    expect(results.map((result) => result.ok)).toEqual([false, false, false]);
    expect(failure?.message).toBe('database is locked');
  });

  test.each([A_FAULT_OF_OURS, A_FAULT_IN_WRITING])(
    'for a fault of ours is refused alone, and told',
    (fault) => {
      const { results, failure } = commit(request(fault), request(FINE));
      expect(results).toMatchObject([{ ok: false, code: 'STORAGE_ERROR' }, { ok: true }]);
      expect(failure?.message).toBe('a fault of ours');
    },
  );

  test('is told although nothing else is written', () => {
    expect(commit(request(A_FAULT_OF_OURS)).failure?.message).toBe('a fault of ours');
  });
});
