import { useMutation, useQueryClient } from '@tanstack/react-query';
import { desktopSettingsQuery, settingsQuery } from '../../api/queries.ts';
import { changeDesktopSetting, changeSetting } from '../../api/settings.ts';
import { settingAt, type ShownSettings } from './settings.ts';

export type Change = {
  readonly state: 'idle' | 'saving' | 'saved' | 'refused';
  /** Why it was refused. */
  readonly problem: string | null;
  /** Shown as changed only once whoever keeps the setting says that it is. */
  readonly save: (value: unknown) => void;
  /**
   * Changes what is kept at that moment, read anew: for values that are sent whole, of which this page may know less by
   * now. What `next` throws is told as the refusal.
   */
  readonly update: (next: Next, onSaved?: () => void) => void;
  readonly forget: () => void;
};

type Next = (kept: unknown) => unknown;

/** Who keeps a setting: the collector, or the desktop app in the same file. */
export type Keeper = 'collector' | 'desktop';

/** Changes one setting. */
export function useChange(key: string, keeper: Keeper): Change {
  const client = useQueryClient();
  const readKept = async (): Promise<unknown> => {
    const read: ShownSettings | null =
      keeper === 'collector'
        ? await client.fetchQuery(settingsQuery)
        : await client.fetchQuery(desktopSettingsQuery);
    return read === null ? undefined : settingAt(read.settings, key);
  };
  const { status, error, mutate, reset } = useMutation({
    mutationFn: async (next: Next | { readonly value: unknown }) => {
      const value = typeof next === 'function' ? next(await readKept()) : next.value;
      if (keeper === 'collector')
        client.setQueryData(settingsQuery.queryKey, await changeSetting(key, value));
      else client.setQueryData(desktopSettingsQuery.queryKey, await changeDesktopSetting(key, value));
    },
  });
  const states = { idle: 'idle', pending: 'saving', success: 'saved', error: 'refused' } as const;
  return {
    state: states[status],
    problem: error?.message ?? null,
    save: (value) => mutate({ value }),
    update: (next, onSaved) => mutate(next, { onSuccess: () => onSaved?.() }),
    forget: reset,
  };
}
