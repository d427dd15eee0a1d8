import { RotateCw } from 'lucide-react';
import { isRefusedForGood } from '../../api/client.ts';
import { Button } from '../controls/Button.tsx';

/** Offers to ask again, where that may help. */
export function TryAgain({
  error,
  onRetry,
  className,
}: {
  readonly error: Error;
  readonly onRetry: () => void;
  readonly className?: string;
}) {
  if (isRefusedForGood(error)) return null;
  return (
    <Button {...(className === undefined ? {} : { className })} onClick={onRetry}>
      <RotateCw size={13} aria-hidden className="text-ink-3" /> Try again
    </Button>
  );
}
