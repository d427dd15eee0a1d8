import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { importFile } from '../api/imports.ts';
import { desktop } from '../lib/desktop.ts';
import { showHidden } from '../lib/text.ts';
import { outcomeOf, type ImportOutcome } from './import-outcome.ts';
import { createWorkQueue, type QueueState, type WorkQueue } from './work-queue.ts';

/** A file, and where it was dropped. */
type Dropped = { readonly file: File; readonly project: string };

type Told = ImportOutcome & { readonly id: number };

export type DroppedFiles = {
  /** Files are held over the window. */
  readonly isOver: boolean;
  /** The file that is being read, and how many wait; null while there is none. */
  readonly running: { readonly name: string; readonly waiting: number } | null;
  readonly outcomes: readonly Told[];
  readonly cancel: () => void;
  readonly dismiss: (id: number) => void;
};

/**
 * Takes files that are dropped on the window, one after the other, also while others are being read. The desktop app opens
 * those that lie on the disk itself, as it does those of its menu.
 */
export function useDroppedFiles(project: string): DroppedFiles {
  const navigate = useNavigate();
  const [isOver, setIsOver] = useState(false);
  const [running, setRunning] = useState<QueueState<Dropped> | null>(null);
  const [outcomes, setOutcomes] = useState<readonly Told[]>([]);
  const queue = useRef<WorkQueue<Dropped> | null>(null);
  const nextId = useRef(1);

  const tell = (outcome: ImportOutcome): void =>
    setOutcomes((before) => [...before, { ...outcome, id: nextId.current++ }]);

  const open = useEffectEvent(async (dropped: Dropped, signal: AbortSignal): Promise<void> => {
    const { file, project } = dropped;
    try {
      const report = await importFile(project, file, signal);
      const outcome = outcomeOf(file.name, report);
      if (outcome !== null) tell(outcome);
      if (report.trace_id !== null)
        void navigate({ to: '/p/$project/traces/$traceId', params: { project, traceId: report.trace_id } });
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      if (!signal.aborted) tell({ tone: 'error', text: showHidden(`${file.name}: ${why}`) });
    }
  });
  const take = useEffectEvent(async (files: readonly File[]): Promise<void> => {
    const bridge = desktop();
    const taken = bridge === null ? [] : await Promise.all(files.map((file) => bridge.openFile(file)));
    const rest = files.filter((_file, at) => taken[at] !== true);
    queue.current?.add(rest.map((file) => ({ file, project })));
  });

  useEffect(() => {
    queue.current ??= createWorkQueue<Dropped>({
      work: (dropped, signal) => open(dropped, signal),
      onState: setRunning,
    });
    const onDrag = (event: DragEvent): void => {
      if (!holdsFiles(event)) return;
      // Without it the browser opens the file in place of the page.
      event.preventDefault();
      if (event.type === 'dragover') setIsOver(true);
      else if (event.type === 'drop') {
        setIsOver(false);
        void take([...(event.dataTransfer?.files ?? [])]);
      } else if (event.relatedTarget === null) setIsOver(false);
    };
    const kinds = ['dragover', 'dragleave', 'drop'] as const;
    for (const kind of kinds) window.addEventListener(kind, onDrag);
    return () => {
      for (const kind of kinds) window.removeEventListener(kind, onDrag);
    };
  }, []);

  const cancel = useCallback(() => queue.current?.cancel(), []);
  const dismiss = useCallback(
    (id: number) => setOutcomes((before) => before.filter((outcome) => outcome.id !== id)),
    [],
  );
  return {
    isOver,
    running:
      running === null ? null : { name: showHidden(running.current.file.name), waiting: running.waiting },
    outcomes,
    cancel,
    dismiss,
  };
}

const holdsFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;
