import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { Health, Receiver } from '../../../collector/contract/health.ts';
import { countsQuery, healthQuery } from '../../api/queries.ts';
import { exporterEndpoints } from '../../lib/endpoints.ts';
import { plural } from '../../lib/format.ts';
import { classNames } from '../../ui/class-names.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Snippet } from '../../ui/Snippet.tsx';
import { ErrorState } from '../../ui/States.tsx';
import { useTitle } from '../../ui/use-title.ts';
import { setUpSnippets } from './snippets.ts';

const route = getRouteApi('/p/$project/set-up');

export function SetUpPage() {
  const { project } = route.useParams();
  const { data: health, error, refetch } = useQuery(healthQuery);
  useTitle('Set-up');
  return (
    <>
      <PageHeader crumbs={['Set-up']} />
      <div className="min-h-0 flex-1 overflow-auto">
        {health === undefined && error !== null && (
          <ErrorState
            title="The collector's addresses are not known"
            error={error}
            onRetry={() => void refetch()}
          />
        )}
        {health !== undefined && <Instructions project={project} health={health} />}
      </div>
    </>
  );
}

function Instructions({ project, health }: { readonly project: string; readonly health: Health }) {
  const snippets = setUpSnippets(exporterEndpoints(health, project), project);
  return (
    <div className="mx-auto grid max-w-3xl gap-6 px-6 py-6">
      <div>
        <h2 className="text-xl font-[620] tracking-[-0.015em]">Send traces to this collector</h2>
        <p className="mt-1 text-ink-2">
          Everything goes to <b className="font-medium text-ink">{project}</b> on this machine, and nowhere
          else.
        </p>
        <Arrived project={project} />
      </div>
      {snippets.map((snippet) => (
        <section key={snippet.id}>
          <h3 className="font-semibold">{snippet.title}</h3>
          <p className="mb-1.5 text-sm text-ink-2">{snippet.hint}</p>
          <Snippet label={snippet.title} text={snippet.text} />
        </section>
      ))}
      <section>
        <h3 className="mb-1.5 font-semibold">Receivers</h3>
        <dl className="grid gap-1 text-sm">
          <ReceiverRow name="REST, web and OTLP/HTTP" receiver={health.receivers.http} />
          <ReceiverRow name="OTLP/HTTP, standard port" receiver={health.receivers.standard_http} />
          <ReceiverRow name="OTLP/gRPC" receiver={health.receivers.grpc} />
        </dl>
        {health.storage.message !== null && (
          <p role="alert" className="mt-2 text-sm text-error">
            {health.storage.is_writable ? '' : 'Nothing is stored, exporters are asked to try again: '}
            {health.storage.message}
          </p>
        )}
      </section>
    </div>
  );
}

/** Whether anything has arrived yet: the sign that the set-up works. */
function Arrived({ project }: { readonly project: string }) {
  const { data: counts } = useQuery(countsQuery(project));
  if (counts === undefined) return null;
  return (
    <p role="status" className="mt-2 flex items-center gap-2 text-sm">
      <span
        aria-hidden
        className={classNames(
          'size-2 rounded-full',
          counts.traces > 0 ? 'bg-ok' : 'border-[1.5px] border-warn',
        )}
      />
      {counts.traces === 0 ? (
        <span className="text-ink-2">Waiting for the first AI trace of this project</span>
      ) : (
        <span>
          {plural(counts.traces, 'AI trace')} arrived.{' '}
          <Link to="/p/$project/traces" params={{ project }} className="text-link">
            See them
          </Link>
        </span>
      )}
    </p>
  );
}

function ReceiverRow({ name, receiver }: { readonly name: string; readonly receiver: Receiver }) {
  const isListening = receiver.status === 'listening';
  return (
    <div className="flex items-baseline justify-between gap-4 border-b border-line/60 py-1 last:border-0">
      <dt className="text-ink-2">{name}</dt>
      <dd className={classNames('font-mono', !isListening && 'font-sans text-ink-3')}>
        {receiver.address ?? receiver.message ?? 'switched off'}
      </dd>
    </div>
  );
}
