import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { classNames } from '../class-names.ts';

type Props = {
  readonly label: string;
  readonly onClose: () => void;
  readonly className: string;
  readonly children: ReactNode;
};

/** A window before everything else, until it is closed: by Escape, a press beside it, or what is in it. */
export function Dialog({ label, onClose, className, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  // Before the next key: what is typed right after belongs to the dialog already.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => {
      element?.close();
      returnCaret();
    };
  }, []);
  return (
    // The press is a convenience: Escape does the same.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onClose();
      }}
      className={classNames(
        'm-auto rounded-lg border border-line bg-raised p-0 text-ink shadow-pop backdrop:bg-black/30',
        className,
      )}
    >
      {children}
    </dialog>
  );
}

/** Chromium gives a field its focus back, but leaves the caret in the dialog, with which it goes: no key would write anything. */
function returnCaret(): void {
  const field = document.activeElement;
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return;
  field.blur();
  field.focus({ preventScroll: true });
}
