import type { Health } from '../../collector/contract/health.ts';

/** Where exporters can send to, with the real ports; null where nothing listens. */
export type Endpoints = {
  /** OTLP over HTTP as SDKs want it in OTEL_EXPORTER_OTLP_ENDPOINT. */
  readonly http: string | null;
  /** OTLP over gRPC, `http://host:port`. */
  readonly grpc: string | null;
};

/**
 * The addresses for a project. `default` has the standard ports to itself; any other project goes through the main
 * server, which takes its name in the path, or over gRPC with the `x-project-id` header.
 */
export function exporterEndpoints(health: Health, project: string): Endpoints {
  const { http, standard_http, grpc } = health.receivers;
  const scoped = http.address === null ? null : `${http.address}/otel/${project}`;
  const standard = project === 'default' ? (standard_http.address ?? scoped) : scoped;
  return { http: standard, grpc: grpc.address === null ? null : `http://${grpc.address}` };
}

/** The environment variables that any OpenTelemetry SDK takes, `KEY=value` each. */
export function exporterVariables(
  endpoint: string,
  protocol: 'http/protobuf' | 'grpc',
  project: string,
): string[] {
  const variables = [`OTEL_EXPORTER_OTLP_ENDPOINT=${endpoint}`, `OTEL_EXPORTER_OTLP_PROTOCOL=${protocol}`];
  // Over HTTP the address holds the project.
  const needsHeader = protocol === 'grpc' && project !== 'default';
  return needsHeader ? [...variables, `OTEL_EXPORTER_OTLP_HEADERS=x-project-id=${project}`] : variables;
}

/** The port of `http://127.0.0.1:4318` or `127.0.0.1:4317`. */
export function portOf(address: string): string {
  return /:(\d+)\/?$/.exec(address)?.[1] ?? '';
}

/** All receivers, under the names that tell them apart. */
export const RECEIVERS = [
  { id: 'http', name: 'REST, web and OTLP/HTTP' },
  { id: 'standard_http', name: 'OTLP/HTTP, standard port' },
  { id: 'grpc', name: 'OTLP/gRPC' },
] as const satisfies readonly { id: keyof Health['receivers']; name: string }[];
