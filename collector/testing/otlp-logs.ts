import { jsonToWire } from '../decode/json-to-wire.ts';
import { ExportLogsServiceRequest } from '../decode/protocol.ts';
import { anyValue, keyValues, type PlainValue } from './otlp.ts';

export interface LogSpec {
  /** Nanoseconds since 1970; 0 where the record does not say. */
  readonly time?: bigint;
  readonly observed?: bigint;
  readonly severity?: number;
  readonly severityText?: string;
  readonly eventName?: string;
  readonly body?: PlainValue;
  readonly attributes?: Readonly<Record<string, PlainValue>>;
  readonly traceId?: string;
  readonly spanId?: string;
}

export interface LogRequestSpec {
  readonly resource?: Readonly<Record<string, PlainValue>>;
  readonly scope?: { name: string; version?: string };
  readonly logs: readonly LogSpec[];
}

/** 2026-02-02T02:40:00Z */
export const LOG_TIME = 1_770_000_000_000_000_000n;

const otlpLog = (spec: LogSpec): object => ({
  timeUnixNano: String(spec.time ?? LOG_TIME),
  observedTimeUnixNano: String(spec.observed ?? 0n),
  ...(spec.severity === undefined ? {} : { severityNumber: spec.severity }),
  ...(spec.severityText === undefined ? {} : { severityText: spec.severityText }),
  ...(spec.eventName === undefined ? {} : { eventName: spec.eventName }),
  ...(spec.body === undefined ? {} : { body: anyValue(spec.body) }),
  attributes: keyValues(spec.attributes),
  ...(spec.traceId === undefined ? {} : { traceId: spec.traceId }),
  ...(spec.spanId === undefined ? {} : { spanId: spec.spanId }),
});

/** An ExportLogsServiceRequest in OTLP JSON. */
export const logRequest = ({ resource, scope, logs }: LogRequestSpec): object => ({
  resourceLogs: [
    {
      resource: { attributes: keyValues(resource ?? { 'service.name': 'test' }) },
      scopeLogs: [{ scope: scope ?? { name: 'test' }, logRecords: logs.map(otlpLog) }],
    },
  ],
});

/** The same in protobuf. */
export const logBytes = (spec: LogRequestSpec): Buffer =>
  jsonToWire(ExportLogsServiceRequest, JSON.stringify(logRequest(spec)));
