import { showHidden } from '../lib/text.ts';
/** Names in one line, all of them on hover. */
export function NameList({ names }: { readonly names: readonly string[] }) {
  if (names.length === 0) return null;
  const text = showHidden(names.join(', '));
  return (
    <span title={text} className="text-ink-2">
      {text}
    </span>
  );
}
