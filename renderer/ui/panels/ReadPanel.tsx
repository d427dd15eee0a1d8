import { useQuery, type QueryKey, type UseQueryOptions } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { hasCode } from '../../api/client.ts';
import { ConversationSkeleton } from '../conversation/ConversationSkeleton.tsx';
import { SidePanel } from './SidePanel.tsx';
import { EmptyState, ErrorState } from '../notices/States.tsx';
import { useSettled } from '../use-settled.ts';

type Props<Data, Key extends QueryKey> = {
  /** What it is, as a word within a sentence: `trace`. */
  readonly what: string;
  /** Tells it from the others of the list; where one walks down that, only what they stop at is read. */
  readonly id: string;
  readonly query: UseQueryOptions<Data, Error, Data, Key>;
  /** The errors that say that it was deleted. */
  readonly goneCodes: readonly string[];
  /** Without what is read as long as that is not there. */
  readonly renderTitle: (data: Data | undefined) => ReactNode;
  readonly actions: ReactNode;
  readonly onClose: () => void;
  readonly children: (data: Data) => ReactNode;
};

/** A panel beside a list of what has to be read first, which can fail, and can be gone since the list was read. */
export function ReadPanel<Data, Key extends QueryKey>(props: Props<Data, Key>) {
  const { what, id, query, goneCodes, renderTitle, actions, onClose, children } = props;
  const isSettled = useSettled(id, true) === id;
  const { data: read, error, refetch } = useQuery({ ...query, enabled: isSettled });
  const failure = isSettled ? error : null;
  // An address may name what no id can be, to which no path of the API leads.
  const isGone = hasCode(failure, 'NOT_FOUND', ...goneCodes);
  // Gone is gone, however much of it was read before.
  const data = isSettled && !isGone ? read : undefined;
  const name = what.charAt(0).toUpperCase() + what.slice(1);
  return (
    <SidePanel
      label={name}
      title={renderTitle(data) ?? <span className="text-ink-3">{name}</span>}
      onClose={onClose}
      actions={actions}
    >
      {data !== undefined && children(data)}
      {data === undefined && failure === null && <ConversationSkeleton />}
      {data === undefined && isGone && <EmptyState title={`There is no such ${what} here any more`} />}
      {data === undefined && failure !== null && !isGone && (
        <ErrorState
          title={`The ${what} could not be loaded`}
          error={failure}
          onRetry={() => void refetch()}
        />
      )}
    </SidePanel>
  );
}
