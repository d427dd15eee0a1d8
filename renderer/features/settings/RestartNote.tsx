import { desktop } from '../../lib/desktop.ts';
import { Button } from '../../ui/controls/Button.tsx';

/** Offers the start from which changes count. */
export function RestartNote() {
  return (
    <div className="mb-4 flex items-center gap-3 rounded-md border border-line bg-surface px-3 py-2 text-sm text-ink-2">
      <span className="min-w-0 flex-1">What was changed counts from the next start.</span>
      <Button onClick={() => void desktop()?.restart()}>Restart Tracedeck</Button>
    </div>
  );
}
