import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Bridge } from '../../../electron/contract/bridge.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { ActionFrame } from './ActionFrame.tsx';

const KEY = ['desktop-updates'];
const CHECKED_EVERY_MS = 1000;

/** What is known of new versions. To ask once is a consent to that once. */
export function UpdateAction({ bridge }: { readonly bridge: Bridge }) {
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey: KEY,
    queryFn: () => bridge.updates(),
    refetchInterval: CHECKED_EVERY_MS,
  });
  const act = useMutation({
    mutationFn: (what: 'checkForUpdates' | 'installUpdate') => bridge[what](),
    onSuccess: (state) => client.setQueryData(KEY, state),
  });
  return (
    <ActionFrame
      title="Updates"
      hint={`This is Tracedeck ${bridge.version}.`}
      outcome={data?.detail}
      error={act.error}
    >
      {data?.phase !== 'unsupported' && (
        <Button disabled={act.isPending} onClick={() => act.mutate('checkForUpdates')}>
          Check now
        </Button>
      )}
      {data?.phase === 'ready' && (
        <Button disabled={act.isPending} onClick={() => act.mutate('installUpdate')}>
          Restart and update
        </Button>
      )}
    </ActionFrame>
  );
}
