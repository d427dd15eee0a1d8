import type { ComponentType } from 'react';
import { classNames } from '../class-names.ts';

export type IconType = ComponentType<{ size?: number; strokeWidth?: number; 'aria-hidden'?: boolean }>;

type Props = {
  readonly icon: IconType;
  /** Its fill and the colour of its mark. */
  readonly className: string;
  /** What screen readers hear of it; absent where words beside it say the same. */
  readonly label?: string;
};

/** A mark in a small square, as it stands before names. */
export function IconSquare({ icon: Icon, className, label }: Props) {
  return (
    <span
      role={label === undefined ? undefined : 'img'}
      aria-label={label}
      title={label}
      className={classNames('grid size-4 flex-none place-items-center rounded-sm', className)}
    >
      <Icon size={11} strokeWidth={2.25} aria-hidden />
    </span>
  );
}
