/** A route as the router has it; only those of screens that are loaded on demand have something to load. */
type Route = {
  readonly options: {
    readonly component?: { readonly preload?: () => Promise<void> | undefined } | undefined;
  };
};

/**
 * Loads the code of the screens that are not open, one after the other while the window has nothing else to do: one that is
 * opened for the first time while the collector is away then shows, and says so. What cannot be had now is tried again when its
 * screen is opened, which tells of it.
 */
export async function loadScreensWhenIdle(routes: readonly Route[]): Promise<void> {
  for (const { options } of routes) {
    if (options.component?.preload === undefined) continue;
    await idle();
    // Meanwhile it may have been opened, after which there is nothing to load.
    await options.component.preload?.();
  }
}

/** Not every browser tells when it is idle. */
const idle = (): Promise<unknown> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(resolve);
    else setTimeout(resolve, 1000);
  });
