import { useMutation, useQueryClient } from '@tanstack/react-query';
import { settingsQuery } from '../../api/queries.ts';
import { changeSetting } from '../../api/settings.ts';

export type Change = {
  readonly state: 'idle' | 'saving' | 'saved' | 'refused';
  /** Why the collector refused. */
  readonly problem: string | null;
  /** Shown as changed only once the collector says that it is. */
  readonly save: (value: unknown) => void;
  readonly forget: () => void;
};

/** Changes one setting. */
export function useChange(key: string): Change {
  const client = useQueryClient();
  const { status, error, mutate, reset } = useMutation({
    mutationFn: (value: unknown) => changeSetting(key, value),
    onSuccess: (settings) => client.setQueryData(settingsQuery.queryKey, settings),
  });
  const states = { idle: 'idle', pending: 'saving', success: 'saved', error: 'refused' } as const;
  return { state: states[status], problem: error?.message ?? null, save: mutate, forget: reset };
}
