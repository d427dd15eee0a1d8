import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { healthQuery } from '../../api/queries.ts';
import { otherMachine } from '../../lib/desktop.ts';
import { exporterEndpoints, exporterVariables } from '../../lib/endpoints.ts';
import { BrandMark } from '../../ui/Brand.tsx';
import { StoredSoFar } from '../../ui/list/StoredSoFar.tsx';
import { Snippet } from '../../ui/text/Snippet.tsx';

/** For a project without any trace: where to point an exporter, with the real addresses. */
export function EmptyTraces({ project }: { readonly project: string }) {
  const { data: health } = useQuery(healthQuery);
  const { http, grpc } =
    health === undefined ? { http: null, grpc: null } : exporterEndpoints(health, project, otherMachine());
  return (
    <div className="grid flex-1 grid-cols-1 place-items-center overflow-auto p-6">
      <div className="w-full max-w-xl">
        <div className="mb-4 grid size-11 place-items-center rounded-lg border border-line bg-surface">
          <BrandMark />
        </div>
        <h2 className="text-xl font-semibold tracking-[-0.015em]">No traces yet</h2>
        <p className="mt-1 text-ink-2">
          Point any OpenTelemetry exporter at this collector. Traces appear here as soon as they arrive;
          nothing leaves this machine.
        </p>
        <div className="mt-2 text-ink-2">
          <StoredSoFar project={project} />
        </div>
        <div className="mt-4 grid grid-cols-1 gap-3">
          {http !== null && (
            <Target title="OTLP over HTTP" lines={exporterVariables(http, 'http/protobuf', project)} />
          )}
          {grpc !== null && (
            <Target title="OTLP over gRPC" lines={exporterVariables(grpc, 'grpc', project)} />
          )}
        </div>
        <p className="mt-4 text-sm text-ink-2">
          <Link to="/p/$project/set-up" params={{ project }} className="text-link">
            Set-up
          </Link>{' '}
          has what to paste for each framework and language.
        </p>
      </div>
    </div>
  );
}

function Target({ title, lines }: { readonly title: string; readonly lines: readonly string[] }) {
  return (
    <section>
      <h3 className="mb-1 text-sm font-medium text-ink-2">{title}</h3>
      <Snippet label={`variables for ${title}`} text={lines.join('\n')} />
    </section>
  );
}
