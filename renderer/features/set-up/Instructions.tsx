import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Health, Receiver } from '../../../collector/contract/health.ts';
import { countsQuery } from '../../api/count-queries.ts';
import { settingsQuery } from '../../api/queries.ts';
import { RECEIVERS } from '../../lib/endpoints.ts';
import { writeFilters } from '../../lib/filters.ts';
import { plural } from '../../lib/format.ts';
import { classNames } from '../../ui/class-names.ts';
import { NEW_TOKEN, type Recipe, type Target } from './recipes/recipe.ts';
import { FIRST_RECIPE } from './recipes/recipes.ts';
import { recipeTitle } from './recipe-title.ts';
import { DocumentationLink, Steps } from './Steps.tsx';
import { TokenNote } from './TokenNote.tsx';

type Props = {
  readonly recipe: Recipe;
  readonly target: Omit<Target, 'needsToken'>;
  readonly receivers: Health['receivers'];
  readonly arrivals: ReadonlyMap<string, number> | null;
};

/** What to paste for one framework, language by language, and whether it has worked. */
export function Instructions({ recipe, target, receivers, arrivals }: Props) {
  const { slug, documentation, variants } = recipe;
  const title = recipeTitle(slug);
  const needsToken = useQuery(settingsQuery).data?.settings.otel.auth.required === true;
  return (
    <div className="grid max-w-4xl grid-cols-1 gap-6 px-6 py-6 max-sm:px-4">
      <div>
        <h2 className="text-xl font-[620] tracking-[-0.015em]">
          {slug === FIRST_RECIPE ? 'Send traces to this collector' : title}
        </h2>
        <p className="mt-1 text-ink-2">
          Everything goes to <b className="font-medium text-ink">{target.project}</b> on this machine, and
          nowhere else. <DocumentationLink href={documentation} />
        </p>
        {slug === FIRST_RECIPE ? (
          <AnyArrived project={target.project} />
        ) : (
          <Arrived project={target.project} slug={slug} title={title} arrivals={arrivals} />
        )}
        {needsToken && recipe.hasToken !== true && <ExporterToken />}
      </div>
      {variants.map((variant) => (
        <Steps
          key={variant.language}
          name={variant.language}
          steps={variant.steps.map(({ title: step, code }) => ({
            title: step,
            text: code({ ...target, needsToken }),
          }))}
          note={variant.note}
        />
      ))}
      {slug === FIRST_RECIPE && <Receivers receivers={receivers} />}
    </div>
  );
}

type ArrivedProps = {
  readonly project: string;
  readonly slug: string;
  readonly title: string;
  readonly arrivals: ReadonlyMap<string, number> | null;
};

/** Whether anything of this framework has arrived: the sign that the set-up works. */
function Arrived({ project, slug, title, arrivals }: ArrivedProps) {
  if (arrivals === null) return <Sign />;
  const count = arrivals.get(slug) ?? 0;
  const filters = writeFilters([{ key: 'framework', op: 'eq', value: slug }]);
  return (
    <Sign hasArrived={count > 0}>
      {count === 0 ? (
        <span className="text-ink-2">Waiting for the first span of {title}</span>
      ) : (
        <span>
          {plural(count, 'span')} of {title} arrived.{' '}
          <Link to="/p/$project/traces" params={{ project }} search={{ filters }} className="text-link">
            See them
          </Link>
        </span>
      )}
    </Sign>
  );
}

function AnyArrived({ project }: { readonly project: string }) {
  const { data: counts } = useQuery(countsQuery(project));
  if (counts === undefined) return <Sign />;
  return (
    <Sign hasArrived={counts.traces > 0}>
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
    </Sign>
  );
}

/** Keeps its room while nothing is known yet, or all below it would move. */
function Sign({ hasArrived, children }: { readonly hasArrived?: boolean; readonly children?: ReactNode }) {
  return (
    <p role="status" className="mt-2.5 flex min-h-4.5 items-center gap-2 text-sm">
      {hasArrived !== undefined && (
        <span
          aria-hidden
          className={classNames(
            'grid size-4 flex-none place-items-center rounded-full',
            hasArrived ? 'bg-ok-soft text-ok' : 'border-[1.5px] border-warn',
          )}
        >
          {hasArrived && <Check size={11} strokeWidth={3} />}
        </span>
      )}
      {children}
    </p>
  );
}

function ExporterToken() {
  return (
    <div className="mt-4">
      <TokenNote
        label="Token for an exporter"
        text={`export OTEL_EXPORTER_OTLP_HEADERS="Authorization=Bearer%20${NEW_TOKEN}"`}
      >
        Exporters need a token here. Make one on the collector&rsquo;s machine and send it along:
      </TokenNote>
    </div>
  );
}

function Receivers({ receivers }: { readonly receivers: Health['receivers'] }) {
  return (
    <section aria-label="Addresses">
      <h3 className="mb-1.5 border-b border-line pb-1 font-semibold">Addresses</h3>
      <dl className="grid gap-1 text-sm">
        {RECEIVERS.map(({ id, name }) => (
          <ReceiverRow key={id} name={name} receiver={receivers[id]} />
        ))}
      </dl>
      <p className="mt-2 text-sm text-ink-2">
        From a container, give it this machine&rsquo;s network (
        <code className="font-mono whitespace-nowrap">docker run --network host</code>) and send to 127.0.0.1;
        or have Tracedeck listen on 0.0.0.0, with tokens, and send to this machine&rsquo;s IP address. Names
        such as host.docker.internal are refused: a web page could have its own point here.
      </p>
    </section>
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
