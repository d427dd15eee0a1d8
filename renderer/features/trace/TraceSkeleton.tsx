const WIDTHS = [38, 30, 46, 34, 52, 28, 44, 36, 40, 32];

/** The trace screen's layout while it loads. */
export function TraceSkeleton() {
  return (
    <div role="status" aria-label="Loading the trace" className="loading flex min-h-0 flex-1 flex-col">
      <div className="border-b border-line px-4 pt-3 pb-2.5">
        <div className="skeleton h-6 w-56" />
        <div className="skeleton mt-2.5 h-4 w-2/3" />
        <div className="skeleton mt-2.5 h-8.5 w-full" />
      </div>
      <div className="@container/panes flex min-h-0 flex-1 *:flex-1">
        <div className="grid min-h-0 grid-cols-[1.28fr_1fr] @max-[560px]/panes:grid-cols-1 @max-[560px]/panes:grid-rows-[minmax(0,2fr)_minmax(0,3fr)]">
          <div className="grid content-start gap-3 overflow-hidden border-line p-4 @min-[560px]/panes:border-r @max-[560px]/panes:border-b">
            {WIDTHS.map((width, index) => (
              <div
                key={width}
                className="skeleton h-4"
                style={{ width: `${width}%`, marginLeft: `${(index % 4) * 16}px` }}
              />
            ))}
          </div>
          <div className="grid content-start gap-5 overflow-hidden p-4">
            {WIDTHS.slice(0, 5).map((width) => (
              <div
                key={width}
                className="skeleton ml-20 h-12 max-w-[calc(100%-5rem)]"
                style={{ width: `${width + 30}%` }}
              />
            ))}
          </div>
        </div>
      </div>
    </div>
  );
}
