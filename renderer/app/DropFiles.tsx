import { FileInput } from 'lucide-react';
import { NoticeStrip } from '../ui/notices/NoticeStrip.tsx';
import { Button } from '../ui/controls/Button.tsx';
import { useDroppedFiles } from './use-dropped-files.ts';

/** Opens files that are dropped anywhere on the window: what they hold is stored in the project, and a trace of it shown. */
export function DropFiles({ project }: { readonly project: string }) {
  const { isOver, running, outcomes, cancel, dismiss } = useDroppedFiles(project);
  return (
    <>
      {running !== null && (
        <NoticeStrip
          tone="info"
          text={`Opening ${running.name}${running.waiting === 0 ? '' : `, then ${running.waiting} more`}`}
          progress="unknown"
        >
          <Button onClick={cancel}>Cancel</Button>
        </NoticeStrip>
      )}
      {outcomes.map(({ id, tone, text }) => (
        <NoticeStrip key={id} tone={tone} text={text} onDismiss={() => dismiss(id)} />
      ))}
      {isOver && (
        <div className="pointer-events-none fixed inset-0 z-50 grid place-items-center bg-bg/80 p-6">
          <p className="flex items-center gap-2 rounded-lg border-2 border-dashed border-accent bg-raised px-8 py-6 text-md font-medium">
            <FileInput size={18} aria-hidden className="text-accent" />
            Drop OTLP files or exports to open them in {project}
          </p>
        </div>
      )}
    </>
  );
}
