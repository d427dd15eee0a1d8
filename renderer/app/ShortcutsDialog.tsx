import { X } from 'lucide-react';
import { IconButton } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Kbd } from '../ui/Kbd.tsx';
import { MOD_KEY } from '../ui/mod-key.ts';

const SHORTCUTS: readonly {
  title: string;
  keys: readonly (readonly [keys: readonly string[], meaning: string])[];
}[] = [
  {
    title: 'Everywhere',
    keys: [
      [[MOD_KEY, 'K'], 'Search, jump to an id, or do something'],
      [['?'], 'This list'],
    ],
  },
  {
    title: 'Lists',
    keys: [
      [['j', '↓'], 'Next row'],
      [['k', '↑'], 'Previous row'],
      [['Enter'], 'Open the row'],
      [['Esc'], 'Leave the row, back to the newest'],
      [['Space'], 'Select the row'],
      [[MOD_KEY, 'A'], 'Select all rows'],
      [['/'], 'Search the list'],
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
];

export function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog label="Keyboard shortcuts" onClose={onClose} className="w-100">
      <div className="flex items-center justify-between border-b border-line px-4 py-2.5">
        <h2 className="text-lg font-semibold">Keyboard shortcuts</h2>
        <IconButton label="Close" onClick={onClose}>
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
    </Dialog>
  );
}
