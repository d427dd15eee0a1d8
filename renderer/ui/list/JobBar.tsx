import { Button } from '../controls/Button.tsx';
import type { Job } from './use-job.ts';

/** How far a long piece of work is, with the way to stop it; or why it failed. */
export function JobBar({ job }: { readonly job: Job }) {
  const { running, error } = job;
  if (running !== null) {
    const { progress } = running;
    return (
      <div className="num flex items-center gap-3" role="status">
        <span>{running.title}</span>
        <progress
          aria-label={running.title}
          className="h-1.5 w-28 accent-accent"
          {...(progress === null ? {} : { value: progress.done, max: Math.max(1, progress.total) })}
        />
        {progress !== null && (
          <span className="text-ink-3">
            {progress.done} of {progress.total}
          </span>
        )}
        <Button className="h-6!" onClick={job.cancel}>
          Cancel
        </Button>
      </div>
    );
  }
  if (error === null) return null;
  return (
    <div role="alert" className="flex items-center gap-3">
      <span className="min-w-0 truncate text-error" title={error.message}>
        {error.title} failed: {error.message}
      </span>
      <Button className="h-6!" onClick={job.dismiss}>
        Dismiss
      </Button>
    </div>
  );
}
