import { X } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { IconButton } from './Button.tsx';
import { classNames } from './class-names.ts';

type Props = {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly className?: string;
};

/** A modal dialog with its title and a button to close it; Escape closes it too. */
export function Dialog({ title, onClose, children, className }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      aria-label={title}
      onClose={onClose}
      className={classNames(
        'm-auto max-h-[85vh] max-w-[94vw] flex-col rounded-lg border border-line bg-raised p-0 text-ink shadow-pop backdrop:bg-black/30 open:flex',
        className,
      )}
    >
      <div className="flex flex-none items-center justify-between border-b border-line px-4 py-2.5">
        <h2 className="text-lg font-semibold">{title}</h2>
        <IconButton label="Close" onClick={() => dialog.current?.close()}>
          <X size={15} aria-hidden />
        </IconButton>
      </div>
      {children}
    </dialog>
  );
}
