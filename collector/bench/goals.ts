export interface Goal {
  readonly bound: 'at least' | 'at most';
  readonly value: number;
}

const atLeast = (value: number): Goal => ({ bound: 'at least', value });
const atMost = (value: number): Goal => ({ bound: 'at most', value });

/**
 * What is aimed at, with 100,000 spans of about 4 kB on two cores, everything switched on; names and units are those of the
 * figures. Nothing fails by them: machines differ, and a busy one halves every figure.
 */
export const GOALS: Readonly<Record<string, Goal>> = {
  'spans committed, protobuf, 512 a request': atLeast(30_000),
  'spans committed, protobuf, 64 a request': atLeast(20_000),
  'spans committed, JSON, 512 a request': atLeast(15_000),
  'spans committed, gRPC, 512 a request': atLeast(15_000),
  'spans committed, gzip, 512 a request': atLeast(25_000),
  'acknowledgement of a lone span, p50': atMost(2),
  'acknowledgement of a lone span, p99': atMost(10),
  'event of a lone span after its acknowledgement, p50': atMost(2),
  'event of a lone span after its acknowledgement, p99': atMost(10),
  'events missed at 5,000 spans/s': atMost(0),
  'peak resident memory while ingesting': atMost(350),
  'on disk a span': atMost(1500),
  'on disk a span, search included': atMost(2500),
  'trace list, first page, p50': atMost(2),
  'trace list, page 100 of 50, p50': atMost(2),
  'trace list by session, p50': atMost(2),
  'trace list by user, p50': atMost(2),
  'trace list by environment, p50': atMost(2),
  'trace list by model, p50': atMost(2),
  'trace list by indexed attribute, p50': atMost(10),
  'span list, first page, p50': atMost(4),
  'span list, page 500, p50': atMost(4),
  'session list, first page, p50': atMost(2),
  'filter options of traces, p50': atMost(3),
  'filter options of spans, p50': atMost(3),
  'filter options of sessions, p50': atMost(3),
  'trace with its spans, p50': atMost(3),
  'messages of a trace, p50': atMost(6),
  'messages of a session of 0.4 MB, p50': atMost(25),
  'detection and extraction, processor a span': atMost(10),
  'messages of 200 spans with 20 MB of histories, p50': atMost(150),
  'stats of a day, p50': atMost(20),
  'trace lists from 8 connections': atLeast(1500),
  'start to healthy, empty': atMost(200),
  'start to healthy, with all spans': atMost(200),
  'first list after the start': atMost(20),
  'idle resident memory': atMost(100),
  'acknowledgement at 2,000 spans/s while retention deletes, longest': atMost(100),
  'idle processor time': atMost(0.5),
};
