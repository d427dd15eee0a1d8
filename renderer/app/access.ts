import { useSyncExternalStore } from 'react';
import { ApiError } from '../api/client.ts';

/** Why the collector wants a token: none was sent, it has expired, or it does not count. */
export type Refusal = 'AUTH_REQUIRED' | 'TOKEN_EXPIRED' | 'TOKEN_INVALID';

/** Whether the collector lets this page in: told by every answer of 401, and by signing in. */
export type Access = {
  readonly refusal: () => Refusal | null;
  readonly subscribe: (onChange: () => void) => () => void;
  /** Takes note when an error is a refusal; any other is none of its business. */
  readonly noteError: (error: Error) => void;
  readonly admit: () => void;
};

export function createAccess(): Access {
  let refusal: Refusal | null = null;
  const listeners = new Set<() => void>();
  const set = (next: Refusal | null): void => {
    if (next === refusal) return;
    refusal = next;
    for (const listener of listeners) listener();
  };
  return {
    refusal: () => refusal,
    subscribe: (onChange) => {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    noteError: (error) => {
      const next = refusalOf(error);
      if (next !== null) set(next);
    },
    admit: () => set(null),
  };
}

/** The refusal that an error is; null for every other error. */
export function refusalOf(error: unknown): Refusal | null {
  if (!(error instanceof ApiError) || error.status !== 401) return null;
  return error.code === 'TOKEN_EXPIRED' || error.code === 'TOKEN_INVALID' ? error.code : 'AUTH_REQUIRED';
}

export function useRefusal(access: Access): Refusal | null {
  return useSyncExternalStore(access.subscribe, access.refusal);
}
