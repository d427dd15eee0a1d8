import type { ComponentProps } from 'react';
import { classNames } from '../class-names.ts';

type Props = Omit<ComponentProps<'button'>, 'onClick' | 'onToggle' | 'children'> & {
  readonly isOn: boolean;
  readonly onToggle: (isOn: boolean) => void;
};

/** A switch with its state in words; whoever uses it names it. */
export function Switch({ isOn, onToggle, className, ...props }: Props) {
  return (
    <button
      {...props}
      type="button"
      role="switch"
      aria-checked={isOn}
      onClick={() => onToggle(!isOn)}
      className={classNames('flex items-center gap-2 rounded-sm text-sm disabled:opacity-60', className)}
    >
      <span
        aria-hidden
        className={classNames(
          'relative h-4.5 w-8 rounded-full border transition-colors forced-color-adjust-none',
          isOn ? 'border-accent bg-accent' : 'border-control bg-sunken',
        )}
      >
        <span
          className={classNames(
            'absolute top-0.5 size-3 rounded-full transition-[left]',
            isOn ? 'left-4 bg-on-accent' : 'left-0.5 bg-control',
          )}
        />
      </span>
      {isOn ? 'On' : 'Off'}
    </button>
  );
}
