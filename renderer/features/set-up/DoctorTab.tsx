import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { IngestRequest } from '../../../collector/contract/ingest-requests.ts';
import { ingestRequestsQuery } from '../../api/queries.ts';
import { findings, requestKey, requestTone } from './ingest-requests.ts';
import type { SetUpSearch } from '../../lib/search.ts';
import { DataGrid } from '../../ui/grid/DataGrid.tsx';
import { SplitPane } from '../../ui/panels/SplitPane.tsx';
import { EmptyState, ErrorState } from '../../ui/notices/States.tsx';
import { ToggleChip } from '../../ui/controls/ToggleChip.tsx';
import { Findings } from './Findings.tsx';
import { REQUEST_COLUMNS } from './request-columns.tsx';
import { RequestPanel } from './RequestPanel.tsx';

type Props = { readonly project: string; readonly search: SetUpSearch };

const NOTHING: readonly IngestRequest[] = [];

/** The last export requests with what became of them, and what to mend. */
export function DoctorTab({ project, search }: Props) {
  const navigate = useNavigate();
  const { data, error, refetch } = useQuery(ingestRequestsQuery);
  const latest = data?.data ?? NOTHING;
  const { shown, onHold } = useHeld(latest);
  const isNarrowed = search.problems === true;
  const rows = isNarrowed ? shown.filter((request) => requestTone(request) !== 'ok') : shown;
  const change = (next: SetUpSearch, options: { readonly replace?: boolean } = {}): void =>
    void navigate({
      to: '/p/$project/set-up',
      params: { project },
      search: { ...next, show: 'doctor' },
      ...options,
    });
  const setOpen = (open: string | undefined): void => {
    if (open !== search.open) change({ ...search, open }, { replace: true });
  };
  const close = (): void => setOpen(undefined);
  if (data === undefined && error !== null) {
    return (
      <ErrorState
        title="The export requests could not be loaded"
        error={error}
        onRetry={() => void refetch()}
      />
    );
  }
  const open = latest.find((request) => requestKey(request) === search.open);
  return (
    <>
      <Findings findings={findings(latest)} count={data === undefined ? null : latest.length} />
      <div role="group" aria-label="Filters" className="flex flex-none border-b border-line px-4 py-2">
        <ToggleChip
          label="Only what went wrong"
          isOn={isNarrowed}
          onToggle={(isOn) => change({ ...search, problems: isOn || undefined, open: undefined })}
        />
      </div>
      <SplitPane
        storageKey="tracedeck.doctor.panel"
        label="Width of the list"
        right={search.open === undefined ? null : <RequestPanel request={open} onClose={close} />}
        left={
          data !== undefined && rows.length === 0 ? (
            <NoRequests
              hasAny={shown.length > 0}
              onShowAll={() => change({ ...search, problems: undefined })}
            />
          ) : (
            <DataGrid
              label="Export requests"
              columns={REQUEST_COLUMNS}
              rowCount={data === undefined ? null : rows.length}
              rowAt={(index) => rows[index]}
              viewKey={`requests ${isNarrowed}`}
              order={null}
              onOrder={() => {}}
              rowKey={requestKey}
              selected={search.open ?? null}
              onSelect={(row) => setOpen(row === null ? undefined : requestKey(row))}
              onOpen={(row) => setOpen(requestKey(row))}
              onRange={() => {}}
              onHold={onHold}
              newCount={countNew(latest, shown)}
            />
          )
        }
      />
    </>
  );
}

/** What is shown: the latest, or while the list is held what it was when that began. */
function useHeld(latest: readonly IngestRequest[]) {
  const current = useRef(latest);
  const [held, setHeld] = useState<readonly IngestRequest[] | null>(null);
  useEffect(() => {
    current.current = latest;
  }, [latest]);
  // Nothing read yet is nothing to hold.
  const onHold = useCallback(
    (isHeld: boolean) => setHeld(isHeld && current.current.length > 0 ? current.current : null),
    [],
  );
  return { shown: held ?? latest, onHold };
}

function countNew(latest: readonly IngestRequest[], shown: readonly IngestRequest[]): number {
  const [first] = shown;
  if (first === undefined || latest === shown) return 0;
  const at = latest.findIndex((request) => requestKey(request) === requestKey(first));
  return at === -1 ? latest.length : at;
}

function NoRequests({ hasAny, onShowAll }: { readonly hasAny: boolean; readonly onShowAll: () => void }) {
  if (hasAny) {
    return (
      <EmptyState title="Nothing went wrong">
        <p>
          Every request was taken as it came.{' '}
          <button type="button" onClick={onShowAll} className="text-link">
            Show all
          </button>
        </p>
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No export request since the collector started">
      <p className="max-w-lg">
        If your agent has run, its exporter sends elsewhere, or nothing at all: compare its endpoint with the
        addresses under Connect, and see that it flushes before the program ends.
      </p>
    </EmptyState>
  );
}
