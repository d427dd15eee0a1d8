/** The framework behind a row: a quiet word after its name. */
export function FrameworkTag({ names }: { readonly names: readonly string[] }) {
  const text = names.join(', ');
  return (
    <span title={text} className="min-w-0 truncate text-xs text-ink-3">
      {text}
    </span>
  );
}
