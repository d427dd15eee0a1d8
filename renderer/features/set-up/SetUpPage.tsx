import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { Tabs } from 'radix-ui';
import { healthQuery, ingestRequestsQuery } from '../../api/queries.ts';
import { requestTone } from './ingest-requests.ts';
import { readSetUpSearch } from '../../lib/search.ts';
import { PageHeader } from '../../ui/panels/PageHeader.tsx';
import { TabBar } from '../../ui/controls/TabBar.tsx';
import { useTitle } from '../../ui/panels/use-title.ts';
import { AssistantsTab } from './AssistantsTab.tsx';
import { ConnectTab } from './ConnectTab.tsx';
import { DoctorTab } from './DoctorTab.tsx';

const route = getRouteApi('/p/$project/set-up');

const TITLES = { connect: 'Set-up', assistants: 'Coding assistants', doctor: 'Ingest doctor' };

/** How to send here, who may read here, and what becomes of what is sent. */
export function SetUpPage() {
  const { project } = route.useParams();
  const search = readSetUpSearch(route.useSearch());
  const navigate = useNavigate();
  const { data } = useQuery(ingestRequestsQuery);
  const tab = search.show ?? 'connect';
  const refused = data?.data.filter((request) => requestTone(request) === 'bad').length;
  useTitle(TITLES[tab]);
  return (
    <>
      <PageHeader crumbs={['Set-up']} />
      <StorageAlert />
      <Tabs.Root
        value={tab}
        onValueChange={(next) =>
          void navigate({
            to: '/p/$project/set-up',
            params: { project },
            search: readSetUpSearch({ framework: search.framework, show: next }),
          })
        }
        className="flex flex-1 flex-col"
      >
        <TabBar
          label="Set-up"
          value={tab}
          tabs={[
            { id: 'connect', label: 'Connect' },
            { id: 'assistants', label: 'Coding assistants' },
            { id: 'doctor', label: 'Ingest doctor', count: refused },
          ]}
        />
        <Tabs.Content value="connect" tabIndex={-1} className="flex flex-1">
          <ConnectTab project={project} slug={search.framework} />
        </Tabs.Content>
        <Tabs.Content value="assistants" tabIndex={-1} className="flex flex-1">
          <AssistantsTab project={project} />
        </Tabs.Content>
        <Tabs.Content value="doctor" tabIndex={-1} className="flex flex-1 flex-col">
          <DoctorTab project={project} search={search} />
        </Tabs.Content>
      </Tabs.Root>
    </>
  );
}

/** What is wrong with the database, in the collector's words. */
function StorageAlert() {
  const { data: health } = useQuery(healthQuery);
  if (health === undefined || health.storage.message === null) return null;
  return (
    <p role="alert" className="border-b border-line bg-error-soft px-4 py-2 text-sm text-error">
      {health.storage.is_writable ? '' : 'Nothing is stored, exporters are asked to try again: '}
      {health.storage.message}
    </p>
  );
}
