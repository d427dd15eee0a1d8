import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { importFile } from '../api/imports.ts';
import { outcomeOf, type ImportOutcome } from '../lib/import-outcome.ts';
import { showHidden } from '../lib/text.ts';

type Told = ImportOutcome & { readonly id: number };

export type DroppedFiles = {
  /** Files are held over the window. */
  readonly isOver: boolean;
  /** The file that is being read. */
  readonly running: string | null;
  readonly outcomes: readonly Told[];
  readonly cancel: () => void;
  readonly dismiss: (id: number) => void;
};

/** Takes files that are dropped on the window, one after the other. */
export function useDroppedFiles(project: string): DroppedFiles {
  const navigate = useNavigate();
  const [isOver, setIsOver] = useState(false);
  const [running, setRunning] = useState<string | null>(null);
  const [outcomes, setOutcomes] = useState<readonly Told[]>([]);
  const abort = useRef<AbortController | null>(null);
  const nextId = useRef(1);

  const tell = (outcome: ImportOutcome): void =>
    setOutcomes((before) => [...before, { ...outcome, id: nextId.current++ }]);

  const open = useEffectEvent(async (files: readonly File[]): Promise<void> => {
    if (abort.current !== null) return;
    const { signal } = (abort.current = new AbortController());
    for (const file of files) {
      if (signal.aborted) break;
      setRunning(showHidden(file.name));
      try {
        const report = await importFile(project, file, signal);
        const outcome = outcomeOf(file.name, report);
        if (outcome !== null) tell(outcome);
        if (report.trace_id !== null)
          void navigate({ to: '/p/$project/traces/$traceId', params: { project, traceId: report.trace_id } });
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        if (!signal.aborted) tell({ tone: 'error', text: `${showHidden(file.name)}: ${why}` });
      }
    }
    abort.current = null;
    setRunning(null);
  });

  useEffect(() => {
    const onDrag = (event: DragEvent): void => {
      if (!holdsFiles(event)) return;
      // Without it the browser opens the file in place of the page.
      event.preventDefault();
      if (event.type === 'dragover') setIsOver(true);
      else if (event.type === 'drop') {
        setIsOver(false);
        void open([...(event.dataTransfer?.files ?? [])]);
      } else if (event.relatedTarget === null) setIsOver(false);
    };
    const kinds = ['dragover', 'dragleave', 'drop'] as const;
    for (const kind of kinds) window.addEventListener(kind, onDrag);
    return () => {
      for (const kind of kinds) window.removeEventListener(kind, onDrag);
    };
  }, []);

  const cancel = useCallback(() => abort.current?.abort(), []);
  const dismiss = useCallback(
    (id: number) => setOutcomes((before) => before.filter((outcome) => outcome.id !== id)),
    [],
  );
  return { isOver, running, outcomes, cancel, dismiss };
}

const holdsFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;
