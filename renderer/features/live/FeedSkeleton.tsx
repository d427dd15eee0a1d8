const ROWS = 14;

/** The feed's own layout while it is read. */
export function FeedSkeleton() {
  return (
    <div role="status" aria-label="Loading the feed" className="loading flex-1 overflow-hidden pt-1">
      {Array.from({ length: ROWS }, (_, index) =>
        index % 5 === 0 ? (
          <div key={index} className="flex h-9 items-center px-4">
            <span className="skeleton block h-3.5 w-40" />
          </div>
        ) : (
          <div key={index} className="grid h-7 grid-cols-[84px_128px_minmax(0,1fr)] items-center gap-3 px-4">
            <span className="skeleton block h-3 w-16" />
            <span className="skeleton block h-3 w-20" />
            <span className="skeleton block h-3" style={{ width: `${80 - ((index * 17) % 45)}%` }} />
          </div>
        ),
      )}
    </div>
  );
}
