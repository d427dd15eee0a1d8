import type { Health } from '../contract/health.ts';
import { UNSCOPED_PROJECT } from '../contract/paths.ts';
import type { Deletion, SpanStored, TraceEvent } from '../contract/stream.ts';
import { EventRing, RingListener, type RingEntry } from './ring.ts';
import { TraceWatch } from './trace-watch.ts';

type FedSpan = Pick<SpanStored, 'project_id' | 'trace_id' | 'span_id'> & {
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

  publish(spans: readonly FedSpan[]): void {
    const own = spans.filter(({ project_id }) => project_id === UNSCOPED_PROJECT);
    own.forEach(({ trace_id, trace_complete }, i) => {
      const next = own[i + 1];
      // The last span of several says it for all.
      if (next?.trace_id === trace_id && next.trace_complete === trace_complete) return;
      this.#watch.saw(trace_id, trace_complete ?? null);
    });
    this.#ring.publishAs(own, ({ span_id, trace_id, replaced }) => ({
      type: replaced === true ? 'SpanUpdated' : 'NewSpan',
      data: { span_id, trace_id },
    }));
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

  resync(projectId: string): void {
    if (projectId === UNSCOPED_PROJECT) this.#ring.publish(['resync']);
  }

  listen(): RingListener<FeedEvent> {
    return new RingListener(this.#ring, { write, resync: () => RESYNC }, () => true);
  }

  stop(): void {
    this.#watch.stop();
  }
}

const RESYNC = 'event: resync\ndata: {}\n\n';

const write = ({ event }: RingEntry<FeedEvent>): string =>
  event === 'resync' ? RESYNC : `data: ${JSON.stringify({ event })}\n\n`;
