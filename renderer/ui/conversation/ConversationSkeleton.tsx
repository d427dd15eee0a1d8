const HEIGHTS = [20, 38, 64, 96, 96, 52];

export function ConversationSkeleton() {
  return (
    <div
      role="status"
      aria-label="Loading the conversation"
      className="loading @container/thread grid min-h-0 gap-3 overflow-hidden px-4 pt-3"
    >
      {HEIGHTS.map((height, index) => (
        <div key={index} className="entry-columns">
          <span className="skeleton ml-auto block h-3 w-14" />
          <span className="skeleton block" style={{ height, width: `${96 - ((index * 17) % 40)}%` }} />
        </div>
      ))}
    </div>
  );
}
