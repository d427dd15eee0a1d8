import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';

type Props = {
  readonly title: string;
  /** What the button says and does. */
  readonly action: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  /** Names what will go. */
  readonly children: ReactNode;
};

/** Asks once before something that cannot be taken back. The way out has the focus. */
export function ConfirmDialog({ title, action, onConfirm, onClose, children }: Props) {
  return (
    <Dialog label={title} onClose={onClose} className="w-110 max-w-[calc(100vw-32px)]">
      <div className="px-4 pt-3.5 pb-3">
        <h2 className="text-lg font-semibold">{title}</h2>
        <div className="mt-1.5 text-sm text-ink-2">{children}</div>
      </div>
      <div className="flex justify-end gap-2 border-t border-line px-4 py-2.5">
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus */}
        <Button autoFocus onClick={onClose}>
          Cancel
        </Button>
        <Button
          className="border-error! text-error! hover:bg-error-soft!"
          onClick={() => {
            onConfirm();
            onClose();
          }}
        >
          {action}
        </Button>
      </div>
    </Dialog>
  );
}
