export function Kbd({ children }: { readonly children: string }) {
  return (
    <kbd className="rounded-sm border border-b-2 border-line-strong px-1 font-mono text-xs text-ink-3">
      {children}
    </kbd>
  );
}
