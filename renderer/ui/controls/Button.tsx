import type { ComponentProps } from 'react';
import { classNames } from '../class-names.ts';

/** How a button looks, for links that stand among buttons. */
export const BUTTON_CLASS =
  'inline-flex h-7 items-center gap-1.5 rounded-md border border-line bg-raised px-2.5 text-sm text-ink hover:border-line-strong hover:bg-hover disabled:opacity-60';

export function Button({ className, ...props }: ComponentProps<'button'>) {
  return <button type="button" {...props} className={classNames(BUTTON_CLASS, className)} />;
}

/** A square button that shows only an icon; `label` is its name and its tooltip. */
export function IconButton({ label, className, ...props }: ComponentProps<'button'> & { label: string }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...props}
      className={classNames(
        'inline-grid size-6 flex-none place-items-center rounded-sm text-ink-3 hover:bg-hover hover:text-ink',
        className,
      )}
    />
  );
}
