/** How every field of the settings looks; whoever uses it gives the height, and the font where it is another. */
export const FIELD_CLASS =
  'w-full min-w-0 rounded-md border border-control bg-bg px-2 text-sm text-ink placeholder:text-ink-3 disabled:opacity-60 aria-invalid:border-error';
