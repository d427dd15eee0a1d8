import { Metadata, credentials } from '@grpc/grpc-js';
import { OTLPLogExporter as GrpcLogs } from '@opentelemetry/exporter-logs-otlp-grpc';
import { OTLPLogExporter as JsonLogs } from '@opentelemetry/exporter-logs-otlp-http';
import { OTLPLogExporter as ProtobufLogs } from '@opentelemetry/exporter-logs-otlp-proto';
import { OTLPMetricExporter as GrpcMetrics } from '@opentelemetry/exporter-metrics-otlp-grpc';
import { OTLPMetricExporter as JsonMetrics } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPMetricExporter as ProtobufMetrics } from '@opentelemetry/exporter-metrics-otlp-proto';
import type { LogRecordExporter } from '@opentelemetry/sdk-logs';
import type { PushMetricExporter } from '@opentelemetry/sdk-metrics';
import type { ExporterName } from './official-exporters.ts';
import type { RunningCollector } from './start-collector.ts';

interface Place {
  readonly collector: RunningCollector;
  readonly project: string;
}

const overHttp = (signal: 'logs' | 'metrics', { collector, project }: Place) => ({
  url: `${collector.otlpUrl}/v1/${signal}`,
  headers: { 'x-project-id': project },
});

function overGrpc({ collector, project }: Place) {
  const metadata = new Metadata();
  metadata.set('x-project-id', project);
  return { url: `http://${collector.grpcAddress}`, metadata, credentials: credentials.createInsecure() };
}

type Maker<T> = Readonly<Record<ExporterName, (place: Place) => T>>;

/** Exporters of log records as an application makes them, to the standard ports. */
export const LOG_EXPORTERS: Maker<LogRecordExporter> = {
  'protobuf over HTTP': (place) => new ProtobufLogs(overHttp('logs', place)),
  'JSON over HTTP': (place) => new JsonLogs(overHttp('logs', place)),
  gRPC: (place) => new GrpcLogs(overGrpc(place)),
};

/** The same of metrics. */
export const METRIC_EXPORTERS: Maker<PushMetricExporter> = {
  'protobuf over HTTP': (place) => new ProtobufMetrics(overHttp('metrics', place)),
  'JSON over HTTP': (place) => new JsonMetrics(overHttp('metrics', place)),
  gRPC: (place) => new GrpcMetrics(overGrpc(place)),
};

export const EXPORTER_NAMES = Object.keys(LOG_EXPORTERS) as ExporterName[];
