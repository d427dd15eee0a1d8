import { PerformanceObserver } from 'node:perf_hooks';
import v8 from 'node:v8';

const ENOUGH_BYTES = 16 * 1024 * 1024;

/**
 * Keeps the main thread's young generation from growing past what is enough. Left alone V8 lets it grow to 128 MB under a
 * flood, for what lives between two commits, and keeps it. Threads have limits of their own from their start
 * (`resourceLimits`); for the main thread there is but a flag of the command line, which whoever starts us does not give, or no
 * more growth from now on.
 */
export function limitYoungGeneration(): void {
  // Whether its V8 still takes flags is not promised there.
  if (process.versions['electron'] !== undefined) return;
  const observer = new PerformanceObserver(() => {
    if (youngBytes() < ENOUGH_BYTES) return;
    observer.disconnect();
    // Of the whole process: threads that are started later begin with what they may have.
    v8.setFlagsFromString('--min-semi-space-size=8');
    v8.setFlagsFromString('--semi-space-growth-factor=1');
  });
  observer.observe({ entryTypes: ['gc'] });
}

const youngBytes = (): number =>
  v8.getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? 0;
