import { PerformanceObserver } from 'node:perf_hooks';
import v8 from 'node:v8';

const ENOUGH_BYTES = 16 * 1024 * 1024;

/**
 * Has V8 collect this process as suits a flood, in the middle of which nearly everything lives for one commit.
 *
 * It marks what stays once half of what may be added has been, in all threads. Left alone it begins a few megabytes after the last
 * time, since the young generation of the thread that writes is larger than what may be added: for a tenth of the time.
 *
 * The main thread's young generation does not grow past what is enough. Left alone it takes 128 MB, for what lives between two
 * commits, and keeps it. Threads have limits of their own from their start (`resourceLimits`); for the main thread there is but a
 * flag of the command line, which whoever starts us does not give, or no more growth from now on.
 */
export function tuneCollections(): void {
  // Whether its V8 still takes flags is not promised there.
  if (process.versions['electron'] !== undefined) return;
  v8.setFlagsFromString('--incremental-marking-soft-trigger=50');
  v8.setFlagsFromString('--incremental-marking-hard-trigger=90');
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
