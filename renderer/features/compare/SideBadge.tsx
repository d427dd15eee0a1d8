import { classNames } from '../../ui/class-names.ts';
import { SIDE_CLASSES, SIDE_LETTERS, type Side } from './sides.ts';

export function SideBadge({ side }: { readonly side: Side }) {
  return (
    <span
      className={classNames(
        'inline-grid size-4.5 flex-none place-items-center rounded-sm text-xs font-semibold',
        SIDE_CLASSES[side].badge,
      )}
    >
      {SIDE_LETTERS[side]}
    </span>
  );
}
