/** Three bars of a trace, on the pixels of 16; the app's icons (build/icons) show the same. */
export function BrandMark() {
  return (
    <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden className="flex-none">
      <rect x="1" y="1" width="9" height="3" rx="1" className="fill-accent" />
      <rect x="4" y="6" width="11" height="3" rx="1" className="fill-agent" />
      <rect x="7" y="11" width="6" height="3" rx="1" className="fill-tool" />
    </svg>
  );
}
