/** Three bars of a trace. */
export function BrandMark() {
  return (
    <svg width="18" height="18" viewBox="0 0 18 18" aria-hidden className="flex-none">
      <rect x="1" y="2" width="11" height="3.4" rx="1.2" className="fill-accent" />
      <rect x="4" y="7.3" width="13" height="3.4" rx="1.2" className="fill-agent" />
      <rect x="7" y="12.6" width="7" height="3.4" rx="1.2" className="fill-tool" />
    </svg>
  );
}
