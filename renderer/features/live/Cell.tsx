import type { ReactNode } from 'react';

type Props = { readonly className: string; readonly children: ReactNode };

export function Cell({ className, children }: Props) {
  return (
    <div role="gridcell" className={className}>
      {children}
    </div>
  );
}
