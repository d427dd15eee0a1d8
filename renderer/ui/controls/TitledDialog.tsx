import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from './Button.tsx';
import { classNames } from '../class-names.ts';
import { Dialog } from './Dialog.tsx';

type Props = {
  readonly title: string;
  readonly onClose: () => void;
  readonly className: string;
  readonly children: ReactNode;
};

/** A dialog with its title and a button to close it. */
export function TitledDialog({ title, onClose, className, children }: Props) {
  return (
    <Dialog
      label={title}
      onClose={onClose}
      className={classNames('max-h-[85vh] max-w-[94vw] flex-col open:flex', className)}
    >
      <div className="flex flex-none items-center justify-between border-b border-line px-4 py-2.5">
        <h2 className="text-lg font-semibold">{title}</h2>
        <IconButton label="Close" onClick={onClose}>
          <X size={15} aria-hidden />
        </IconButton>
      </div>
      {children}
    </Dialog>
  );
}
