const ROWS = 14;

/** The feed's own layout while it is read. */
export function FeedSkeleton() {
  return (
    <div
      role="status"
      aria-label="Loading the feed"
      className="@container/feed loading flex-1 overflow-hidden pt-1"
    >
      {Array.from({ length: ROWS }, (_, index) =>
        index % 5 === 0 ? (
          <div key={index} className="flex h-9 items-center px-4">
            <span className="skeleton block h-3.5 w-40" />
          </div>
        ) : (
          <div key={index} className="flex h-7 items-center px-4">
            <span className="w-26 flex-none @max-[480px]/feed:hidden">
              <span className="skeleton block h-3 w-16" />
            </span>
            <span className="w-36 flex-none @max-[480px]/feed:w-28 @min-[1100px]/feed:w-48">
              <span className="skeleton block h-3 w-20" />
            </span>
            <span className="min-w-0 flex-1">
              <span className="skeleton block h-3" style={{ width: `${80 - ((index * 17) % 45)}%` }} />
            </span>
          </div>
        ),
      )}
    </div>
  );
}
