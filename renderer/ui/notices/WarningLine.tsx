import type { ReactNode } from 'react';

/** A line over what it is about that says what keeps it from being current. */
export function WarningLine({ children }: { readonly children: ReactNode }) {
  return (
    <p
      role="status"
      className="flex flex-none items-center gap-2 border-b border-line bg-warn-soft px-4 py-1.5 text-sm text-warn"
    >
      {children}
    </p>
  );
}
