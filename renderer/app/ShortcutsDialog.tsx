import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { IconButton } from '../ui/Button.tsx';
import { Kbd } from '../ui/Kbd.tsx';

const SHORTCUTS: readonly {
  title: string;
  keys: readonly (readonly [keys: readonly string[], meaning: string])[];
}[] = [
  {
    title: 'Lists',
    keys: [
      [['j', '↓'], 'Next row'],
      [['k', '↑'], 'Previous row'],
      [['Enter'], 'Open the row'],
      [['Esc'], 'Leave the row, back to the newest'],
    ],
  },
  {
    title: 'Trace',
    keys: [
      [['↑', '↓'], 'Previous, next span'],
      [['←', '→'], 'Fold, unfold'],
      [['[', ']'], 'Fold all, unfold all'],
      [['e', 'E'], 'Next, previous error'],
      [['m'], 'Conversation'],
      [['t'], 'Tree'],
    ],
  },
  { title: 'Everywhere', keys: [[['?'], 'This list']] },
];

export function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      aria-label="Keyboard shortcuts"
      onClose={onClose}
      className="m-auto w-100 rounded-lg border border-line bg-raised p-0 text-ink shadow-pop backdrop:bg-black/30"
    >
      <div className="flex items-center justify-between border-b border-line px-4 py-2.5">
        <h2 className="text-lg font-semibold">Keyboard shortcuts</h2>
        <IconButton label="Close" onClick={() => dialog.current?.close()}>
          <X size={15} aria-hidden />
        </IconButton>
      </div>
      <div className="grid gap-4 px-4 py-3.5">
        {SHORTCUTS.map(({ title, keys }) => (
          <section key={title}>
            <h3 className="mb-1 text-xs font-semibold text-ink-3">{title}</h3>
            <dl className="grid gap-1">
              {keys.map(([names, meaning]) => (
                <div key={meaning} className="flex items-center justify-between text-sm">
                  <dt>{meaning}</dt>
                  <dd className="flex gap-1">
                    {names.map((name) => (
                      <Kbd key={name}>{name}</Kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </dialog>
  );
}
