import { exporterVariables } from '../../../lib/endpoints.ts';

/** Where exporters can send to. */
export type Target = {
  /** OTLP over HTTP as SDKs want it in OTEL_EXPORTER_OTLP_ENDPOINT. */
  readonly http: string;
  /** OTLP over gRPC, `http://host:port`; null where nothing listens. */
  readonly grpc: string | null;
  readonly project: string;
  readonly needsToken: boolean;
};

/** For a shell, on the collector's machine. */
export const NEW_TOKEN = '$(tracedeck token create --name my-agent)';

/** One thing to paste, and where. */
export type Step = {
  readonly title: string;
  readonly code: (target: Target) => string;
};

/** What is done once in a language, or in a program's own settings. */
export type Variant = {
  readonly language: string;
  readonly steps: readonly Step[];
  /** What else there is to know. */
  readonly note?: string;
};

/** How a framework is set up to send its traces here. */
export type Recipe = {
  /** As in the API's `framework`. */
  readonly slug: string;
  /** Where its telemetry is documented. */
  readonly documentation: string;
  readonly variants: readonly Variant[];
  /** Its steps say where a token goes, which OpenTelemetry's variable for headers is not. */
  readonly hasToken?: true;
};

export const INSTALL = 'Install';
export const START = 'Run once, before anything else';
/** What SDKs for JavaScript wait with for a batch is lost when the program ends; those for Python send it then. */
export const END = 'Before the program ends';

export function shell(title: string, ...lines: readonly string[]): Step {
  return { title, code: () => lines.join('\n') };
}

export function code(title: string, write: (target: Target) => string): Step {
  return { title, code: write };
}

/** Variables for an SDK that exports over HTTP, and others beside them. */
export function variables(title: string, ...others: readonly string[]): Step {
  return code(title, ({ http, project }) =>
    exportLines([...exporterVariables(http, 'http/protobuf', project), ...others]),
  );
}

export function exportLines(lines: readonly string[]): string {
  return lines.map((line) => `export ${line}`).join('\n');
}

const PYTHON_IMPORTS = `from opentelemetry import trace
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor`;

const PYTHON_PACKAGES = 'opentelemetry-sdk opentelemetry-exporter-otlp-proto-http';

/** Python: a tracer provider that exports here, imports before it and what to do with it after it. */
export function pythonProvider({ http }: Target, imports: string, after: string): string {
  return `${PYTHON_IMPORTS}
${imports === '' ? '' : `${imports}\n`}
provider = TracerProvider(resource=Resource.create({"service.name": "my-agent"}))
exporter = OTLPSpanExporter(endpoint="${http}/v1/traces")
provider.add_span_processor(BatchSpanProcessor(exporter))
trace.set_tracer_provider(provider)${after === '' ? '' : `\n${after}`}`;
}

/** Python: a package that traces by itself once there is a tracer provider. */
export function python(packages: string, imports: string, after: string, note?: string): Variant {
  return {
    language: 'Python',
    steps: [
      shell(INSTALL, `pip install ${packages} ${PYTHON_PACKAGES}`),
      code(START, (target) => pythonProvider(target, imports, after)),
    ],
    ...(note === undefined ? {} : { note }),
  };
}

/** Python: one of OpenInference's instrumentations. */
export function openInferencePython(name: string, instrumentor: string, options = ''): Variant {
  const given = `tracer_provider=provider${options === '' ? '' : `, ${options}`}`;
  return python(
    `openinference-instrumentation-${name}`,
    `from openinference.instrumentation.${name.replaceAll('-', '_')} import ${instrumentor}`,
    `${instrumentor}().instrument(${given})`,
  );
}

/**
 * Node: an SDK that exports here, with further imports and what to do after its start. Instrumentations are handed
 * what they patch: of ES modules they notice no import.
 */
function nodeSdk(
  { http }: Target,
  { imports, after }: { readonly imports?: string; readonly after?: string },
): string {
  return `import { NodeSDK } from '@opentelemetry/sdk-node';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
${imports === undefined ? '' : `${imports}\n`}
export const sdk = new NodeSDK({
  serviceName: 'my-agent',
  traceExporter: new OTLPTraceExporter({ url: '${http}/v1/traces' }),
});
sdk.start();${after === undefined ? '' : `\n${after}`}`;
}

const NODE_PACKAGES = '@opentelemetry/sdk-node @opentelemetry/exporter-trace-otlp-proto';

/**
 * Versions that go together, by the major one that an SDK is built on. Without them npm takes the newest of each
 * package, some of which want @opentelemetry/api 1.10 and others refuse it: it ends with ERESOLVE.
 */
const VERSIONS = {
  1: { stable: '1.25', experimental: '0.52' },
  2: { stable: '2.8', experimental: '0.219' },
};

/** OpenTelemetry's packages for an SDK that is built on a major version before the newest. */
export function openTelemetry(major: keyof typeof VERSIONS, ...names: readonly string[]): string {
  const { stable, experimental } = VERSIONS[major];
  const version = (name: string): string => (/^exporter-|^sdk-node$/.test(name) ? experimental : stable);
  return names.map((name) => `@opentelemetry/${name}@${version(name)}`).join(' ');
}

/** TypeScript and JavaScript on Node. `beforeEnd` is what has to be awaited before the last spans are there to send. */
export function node(
  packages: string,
  { beforeEnd, ...parts }: Parameters<typeof nodeSdk>[1] & { readonly beforeEnd?: string },
  note?: string,
): Variant {
  return {
    language: 'TypeScript',
    steps: [
      shell(INSTALL, `npm install ${packages === '' ? '' : `${packages} `}${NODE_PACKAGES}`),
      code(START, (target) => nodeSdk(target, parts)),
      shell(END, ...(beforeEnd === undefined ? [] : [beforeEnd]), 'await sdk.shutdown();'),
    ],
    ...(note === undefined ? {} : { note }),
  };
}
