/** The layout of the figures before they are there. */
export function DashboardSkeleton() {
  return (
    <div role="status" aria-label="Loading the figures" className="loading grid gap-3 p-4">
      <span className="skeleton block h-18" />
      <div className="grid grid-cols-1 gap-3 min-[68.75rem]:grid-cols-2 min-[106.25rem]:grid-cols-3">
        {Array.from({ length: 6 }, (_, index) => (
          <span key={index} className="skeleton block h-53" />
        ))}
      </div>
      <span className="skeleton block h-40" />
    </div>
  );
}
