import { X } from 'lucide-react';
import type { ComponentProps, MouseEvent, ReactNode } from 'react';

type Props = {
  /** What screen readers hear of the button that takes it off. */
  readonly name: string;
  readonly onRemove: () => void;
  readonly children: ReactNode;
};

/** Something that narrows a list, with the button that takes it off. */
export function Chip({ name, onRemove, children }: Props) {
  return (
    <span className="inline-flex h-6 max-w-90 min-w-0 items-center rounded-full border border-accent/40 bg-accent-soft text-sm text-accent">
      {children}
      <button
        type="button"
        aria-label={`Remove filter ${name}`}
        title="Remove this filter"
        onClick={(event) => {
          focusFirst(event);
          onRemove();
        }}
        className="grid size-6 flex-none place-items-center rounded-full hover:bg-accent/15"
      >
        <X size={12} aria-hidden />
      </button>
    </span>
  );
}

/** To the first button of the filters, which adds another one: what is taken off would take the focus with it. */
export function focusFirst({ currentTarget }: MouseEvent): void {
  currentTarget.closest('[role="group"]')?.querySelector('button')?.focus();
}

/** The text of a chip, which opens what can be changed about it. */
export function ChipButton(props: ComponentProps<'button'>) {
  return (
    <button type="button" {...props} className="flex min-w-0 gap-1 rounded-l-full pl-2.5 hover:underline" />
  );
}
