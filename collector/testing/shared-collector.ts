import { afterAll, beforeAll } from 'vitest';
import { startCollector, type RunningCollector, type StartOptions } from './start-collector.ts';

/** One for all tests of a file, there from its start on for whatever else is made before them. */
export function sharedCollector(options?: StartOptions): RunningCollector {
  const own = {} as RunningCollector;
  beforeAll(async () => void Object.assign(own, await startCollector(options)));
  afterAll(() => own.stop());
  return own;
}
