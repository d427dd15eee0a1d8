import type { LiveState } from '../api/keep-current.ts';
import { WarningLine } from '../ui/notices/WarningLine.tsx';

/** Says above every screen when nothing new can come, and that it is being tried again. */
export function ConnectionNotice({ live }: { readonly live: LiveState }) {
  if (live !== 'lost') return null;
  return (
    <WarningLine>
      The connection to the collector is lost. Trying again; what happens meanwhile is read then.
    </WarningLine>
  );
}
