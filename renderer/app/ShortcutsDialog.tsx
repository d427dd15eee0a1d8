import { Kbd } from '../ui/controls/Kbd.tsx';
import { MOD_KEY } from '../ui/keyboard/mod-key.ts';
import { TitledDialog } from '../ui/controls/TitledDialog.tsx';

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
      [['Home', 'End'], 'First, last row'],
      [['Enter'], 'Open the row'],
      [['Esc'], 'Leave the row, back to the newest'],
      [['Space'], 'Select the row'],
      [[MOD_KEY, 'A'], 'Select all rows'],
      [['/', '↓'], 'Search the list, back to its rows'],
    ],
  },
  {
    title: 'Live',
    keys: [
      [['f'], 'Follow the newest, or stop'],
      [['j', 'k'], 'Next, previous row'],
      [['Enter'], 'Open the row in its trace'],
      [['Esc'], 'Close what is open beside the feed'],
    ],
  },
  {
    title: 'Trace',
    keys: [
      [['↑', '↓'], 'Previous, next span'],
      [['Home', 'End'], 'First, last span'],
      [['←', '→'], 'Fold, unfold'],
      [['[', ']'], 'Fold all, unfold all'],
      [['e', 'E'], 'Next, previous error'],
      [['f'], 'Only this span and all below it, and back'],
      [['Esc'], 'Back to the whole trace'],
      [['/'], 'Search the trace'],
      [['w', 's'], 'Zoom in, zoom out'],
      [['z'], 'Zoom to the span, and back'],
      [['a', 'd'], 'Earlier, later'],
      [['m'], 'Conversation'],
      [['t'], 'Tree'],
      [['c'], 'Copy the span as JSON'],
    ],
  },
  { title: 'Session', keys: [[['/'], 'Search the session']] },
  {
    title: 'Search inside a trace or session',
    keys: [
      [['Enter'], 'Next match'],
      [['Shift', 'Enter'], 'Previous match'],
      [['Esc'], 'Close the search'],
    ],
  },
  {
    title: 'Tables of the dashboard',
    keys: [
      [['↑', '↓'], 'Previous, next row'],
      [['←', '→'], 'Along the row'],
      [['Home', 'End'], 'First, last row'],
    ],
  },
  {
    title: 'Frameworks in Set-up',
    keys: [
      [['↑', '↓'], 'Previous, next framework'],
      [['Home', 'End'], 'First, last framework'],
      [['Enter'], 'Its instructions'],
    ],
  },
  {
    title: 'Compare',
    keys: [[['n', 'N'], 'Next, previous difference']],
  },
];

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
                      <Kbd key={name}>{name}</Kbd>
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
