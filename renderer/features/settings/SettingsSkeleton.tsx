/** Rows as the settings have them, while they are read. */
export function SettingsSkeleton() {
  return (
    <div role="status" aria-label="Loading the settings" className="loading border-t border-line">
      {[44, 36, 52, 40].map((width) => (
        <div key={width} className="flex h-16 items-center justify-between gap-6 border-b border-line/60">
          <span className="skeleton block h-3.5" style={{ width: `${width}%` }} />
          <span className="skeleton block h-7 w-44" />
        </div>
      ))}
    </div>
  );
}
