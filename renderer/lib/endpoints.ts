import type { Health } from '../../collector/contract/health.ts';
import { reachable } from '../../collector/contract/reachable.ts';

/** Where exporters can send to, with the real ports; null where nothing listens. */
export type Endpoints = {
  /** OTLP over HTTP as SDKs want it in OTEL_EXPORTER_OTLP_ENDPOINT. */
  readonly http: string | null;
  /** OTLP over gRPC, `http://host:port`. */
  readonly grpc: string | null;
};

/** Where to call a receiver; null where it does not listen. `host` is the collector's machine where that is another. */
export function addressOf(
  { receivers }: Health,
  receiver: keyof Health['receivers'],
  host: string | null,
): string | null {
  const { address } = receivers[receiver];
  return address === null ? null : reachable(address, host ?? undefined);
}

/**
 * The addresses for a project. `default` has the standard ports to itself; any other project goes through the main
 * server, which takes its name in the path, or over gRPC with the `x-project-id` header; `host` as above.
 */
export function exporterEndpoints(health: Health, project: string, host: string | null): Endpoints {
  const main = addressOf(health, 'http', host);
  const scoped = main === null ? null : `${main}/otel/${project}`;
  const standard = project === 'default' ? (addressOf(health, 'standard_http', host) ?? scoped) : scoped;
  const grpc = addressOf(health, 'grpc', host);
  return { http: standard, grpc: grpc === null ? null : `http://${grpc}` };
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
