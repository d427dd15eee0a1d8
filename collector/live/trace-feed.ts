import type { Health } from '../contract/health.ts';
import { UNSCOPED_PROJECT } from '../contract/paths.ts';
import type { Deletion, SpanStored, TraceEvent } from '../contract/stream.ts';
import { EventRing, RingListener, type RingEntry } from './ring.ts';
import { TraceWatch } from './trace-watch.ts';

type FedRun = Pick<SpanStored, 'project_id' | 'trace_id'> & {
  readonly span_ids: readonly string[];
  readonly replaced?: boolean;
  readonly trace_complete?: boolean | null;
};

type FeedEvent = TraceEvent | 'resync';

/** What `/api/v1/traces/sse` tells: spans of project `default`, traces that are complete, changes of health. */
export class TraceFeed {
  readonly #ring = new EventRing<FeedEvent>(0);
  readonly #watch = new TraceWatch((traceIds) =>
    this.#ring.publish(traceIds.map((trace_id) => ({ type: 'TraceCompleted', data: { trace_id } }))),
  );

  publish(runs: readonly FedRun[]): void {
    for (const { project_id, trace_id, span_ids, trace_complete, replaced } of runs) {
      if (project_id !== UNSCOPED_PROJECT) continue;
      this.#watch.saw(trace_id, trace_complete ?? null);
      const type = replaced === true ? 'SpanUpdated' : 'NewSpan';
      this.#ring.publishAs(span_ids, (span_id) => ({ type, data: { span_id, trace_id } }));
    }
  }

  publishHealth(health: Health): void {
    this.#ring.publish([{ type: 'HealthUpdate', data: health }]);
  }

  /** Traces that are gone complete no more. */
  forget(deletions: readonly Deletion[]): void {
    for (const { project_id, trace_id, trace_ids } of deletions) {
      if (project_id !== UNSCOPED_PROJECT) continue;
      for (const id of trace_id === undefined ? (trace_ids ?? []) : [trace_id]) this.#watch.saw(id, false);
    }
  }

  /** None of the project's traces is there any more. */
  forgetProject(projectId: string): void {
    if (projectId === UNSCOPED_PROJECT) this.#watch.clear();
  }

  resync(projectId: string): void {
    if (projectId === UNSCOPED_PROJECT) this.#ring.publish(['resync']);
  }

  listen(): RingListener<FeedEvent> {
    return new RingListener(this.#ring, { write, resync: () => RESYNC }, () => true);
  }

  stop(): void {
    this.#watch.clear();
  }
}

const RESYNC = 'event: resync\ndata: {}\n\n';

const write = ({ event }: RingEntry<FeedEvent>): string =>
  event === 'resync' ? RESYNC : `data: ${JSON.stringify({ event })}\n\n`;
