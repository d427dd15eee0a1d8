import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Progress } from './run-all.ts';

/** Something long that shows how far it is and can be stopped. */
export type JobSpec = {
  /** What it is doing, such as `Deleting 3 traces`. */
  readonly title: string;
  readonly run: (signal: AbortSignal, onProgress: (progress: Progress) => void) => Promise<void>;
};

export type Job = {
  readonly running: { readonly title: string; readonly progress: Progress | null } | null;
  /** Of the last one; null when it ended well, was cancelled, or has been dismissed. */
  readonly error: { readonly title: string; readonly message: string } | null;
  readonly start: (spec: JobSpec) => void;
  readonly cancel: () => void;
  readonly dismiss: () => void;
};

/** One long piece of work at a time; leaving the screen stops it. */
export function useJob(): Job {
  const abort = useRef<AbortController | null>(null);
  const [progress, setProgress] = useState<Progress | null>(null);
  const mutation = useMutation({
    mutationFn: async ({ run }: JobSpec) => {
      const controller = new AbortController();
      abort.current = controller;
      setProgress(null);
      try {
        await run(controller.signal, setProgress);
      } catch (error) {
        if (!controller.signal.aborted) throw error;
      }
    },
  });
  useEffect(() => () => abort.current?.abort(), []);
  const { variables, error, isPending } = mutation;
  return {
    running: isPending && variables !== undefined ? { title: variables.title, progress } : null,
    error: error === null ? null : { title: variables?.title ?? '', message: error.message },
    start: (spec) => {
      if (!isPending) mutation.mutate(spec);
    },
    cancel: () => abort.current?.abort(),
    dismiss: () => mutation.reset(),
  };
}
