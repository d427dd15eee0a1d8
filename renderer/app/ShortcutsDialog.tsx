import { Kbd } from '../ui/controls/Kbd.tsx';
import { keyName, SHORTCUTS } from '../ui/keyboard/shortcuts.ts';
import { TitledDialog } from '../ui/controls/TitledDialog.tsx';

export function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <TitledDialog title="Keyboard shortcuts" onClose={onClose} className="w-100">
      <div
        role="region"
        aria-label="All shortcuts"
        tabIndex={0}
        className="grid gap-4 overflow-auto px-4 py-3.5 focus-visible:-outline-offset-2"
      >
        {SHORTCUTS.map(({ title, keys }) => (
          <section key={title}>
            <h3 className="mb-1 text-xs font-semibold text-ink-3">{title}</h3>
            <dl className="grid gap-1">
              {keys.map(([names, meaning]) => (
                <div key={meaning} className="flex items-center justify-between text-sm">
                  <dt>{meaning}</dt>
                  <dd className="flex gap-1">
                    {names.map((name) => (
                      <Kbd key={name}>{keyName(name)}</Kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </TitledDialog>
  );
}
