import { X } from 'lucide-react';
import { useRef, type ReactNode } from 'react';
import { IconButton } from '../controls/Button.tsx';
import { useHandBack } from '../keyboard/use-hand-back.ts';

type Props = {
  readonly label: string;
  readonly title: ReactNode;
  /** What can be done with it, before the button that closes it. */
  readonly actions?: ReactNode;
  readonly onClose: () => void;
  readonly children: ReactNode;
};

/** What stands beside a list for the row that is open. */
export function SidePanel({ label, title, actions, onClose, children }: Props) {
  const panel = useRef<HTMLElement>(null);
  useHandBack(panel);
  return (
    <section ref={panel} aria-label={label} className="flex min-h-0 flex-1 flex-col">
      <div className="flex h-9 flex-none items-center gap-2 border-b border-line bg-surface pr-2 pl-4">
        <h2 className="flex min-w-0 items-center gap-2 font-medium">{title}</h2>
        <div className="ml-auto flex flex-none items-center gap-1">
          {actions}
          <IconButton label="Close (Esc)" onClick={onClose}>
            <X size={14} aria-hidden />
          </IconButton>
        </div>
      </div>
      {children}
    </section>
  );
}
