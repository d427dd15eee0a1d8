/** Names in one line, all of them on hover. */
export function NameList({ names }: { readonly names: readonly string[] }) {
  if (names.length === 0) return null;
  const text = names.join(', ');
  return (
    <span title={text} className="text-ink-2">
      {text}
    </span>
  );
}
