/** The two traces that are compared, told apart by a letter and a colour that mean nothing else. */
export type Side = 'a' | 'b';

export const SIDE_LETTERS: Readonly<Record<Side, string>> = { a: 'A', b: 'B' };

export const SIDE_CLASSES: Readonly<
  Record<Side, { readonly badge: string; readonly mark: string; readonly bar: string; readonly only: string }>
> = {
  a: {
    badge: 'bg-warn-soft text-warn',
    mark: 'bg-warn-soft text-ink shadow-[inset_0_-2px_var(--warn)]',
    bar: 'bg-warn',
    only: 'bg-warn-soft/45',
  },
  b: {
    badge: 'bg-accent-soft text-accent',
    mark: 'bg-accent-soft text-ink shadow-[inset_0_-2px_var(--accent)]',
    bar: 'bg-accent',
    only: 'bg-accent-soft/45',
  },
};
