import { useMutation, useQueryClient } from '@tanstack/react-query';
import { desktopSettingsQuery, settingsQuery } from '../../api/queries.ts';
import { changeDesktopSetting, changeSetting } from '../../api/settings.ts';

export type Change = {
  readonly state: 'idle' | 'saving' | 'saved' | 'refused';
  /** Why it was refused. */
  readonly problem: string | null;
  /** Shown as changed only once whoever keeps the setting says that it is. */
  readonly save: (value: unknown) => void;
  readonly forget: () => void;
};

/** Who keeps a setting: the collector, or the desktop app in the same file. */
export type Keeper = 'collector' | 'desktop';

/** Changes one setting. */
export function useChange(key: string, keeper: Keeper): Change {
  const client = useQueryClient();
  const { status, error, mutate, reset } = useMutation({
    mutationFn: async (value: unknown) => {
      if (keeper === 'collector')
        client.setQueryData(settingsQuery.queryKey, await changeSetting(key, value));
      else client.setQueryData(desktopSettingsQuery.queryKey, await changeDesktopSetting(key, value));
    },
  });
  const states = { idle: 'idle', pending: 'saving', success: 'saved', error: 'refused' } as const;
  return { state: states[status], problem: error?.message ?? null, save: mutate, forget: reset };
}
