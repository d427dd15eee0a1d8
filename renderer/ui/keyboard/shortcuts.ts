import { MOD_KEY } from './mod-key.ts';

/**
 * What keys do where, as the list of shortcuts shows it: those that are pressed together or one for the other, as
 * KeyboardEvent.key names them, `Mod` for Ctrl or ⌘.
 */
export const SHORTCUTS = [
  {
    title: 'Everywhere',
    keys: [
      [['Mod', 'K'], 'Search, jump to an id, or do something'],
      [['?'], 'This list'],
    ],
  },
  {
    title: 'Lists',
    keys: [
      [['j', 'ArrowDown'], 'Next row'],
      [['k', 'ArrowUp'], 'Previous row'],
      [['Home', 'End'], 'First, last row'],
      [['Enter'], 'Open the row'],
      [['Escape'], 'Leave the row, back to the newest'],
      [[' '], 'Select the row'],
      [['Mod', 'A'], 'Select all rows'],
      [['/', 'ArrowDown'], 'Search the list, back to its rows'],
    ],
  },
  {
    title: 'Live',
    keys: [
      [['f'], 'Follow the newest, or stop'],
      [['j', 'k'], 'Next, previous row'],
      [['Enter'], 'Open the row in its trace'],
      [['Escape'], 'Close what is open beside the feed'],
    ],
  },
  {
    title: 'Trace',
    keys: [
      [['ArrowUp', 'ArrowDown'], 'Previous, next span'],
      [['Home', 'End'], 'First, last span'],
      [['ArrowLeft', 'ArrowRight'], 'Fold, unfold'],
      [['[', ']'], 'Fold all, unfold all'],
      [['e', 'E'], 'Next, previous error'],
      [['f'], 'Only this span and all below it, and back'],
      [['Escape'], 'Back to the whole trace'],
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
      [['Escape'], 'Close the search'],
    ],
  },
  {
    title: 'Tables of the dashboard',
    keys: [
      [['ArrowUp', 'ArrowDown'], 'Previous, next row'],
      [['ArrowLeft', 'ArrowRight'], 'Along the row'],
      [['Home', 'End'], 'First, last row'],
    ],
  },
  {
    title: 'Frameworks in Set-up',
    keys: [
      [['ArrowUp', 'ArrowDown'], 'Previous, next framework'],
      [['Home', 'End'], 'First, last framework'],
      [['Enter'], 'Its instructions'],
    ],
  },
  {
    title: 'Compare',
    keys: [[['n', 'N'], 'Next, previous difference']],
  },
] as const satisfies readonly {
  readonly title: string;
  readonly keys: readonly (readonly [keys: readonly string[], meaning: string])[];
}[];

/** A key that the list has: no other does anything (use-shortcuts.ts). */
export type ShortcutKey = (typeof SHORTCUTS)[number]['keys'][number][0][number];

const NAMES: Readonly<Partial<Record<ShortcutKey, string>>> = {
  Mod: MOD_KEY,
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
  ' ': 'Space',
};

/** What stands on it. */
export const keyName = (key: ShortcutKey): string => NAMES[key] ?? key;
