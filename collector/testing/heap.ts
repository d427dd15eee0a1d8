import v8 from 'node:v8';
import vm from 'node:vm';

v8.setFlagsFromString('--expose-gc');
/** All of it, at once. */
export const collectGarbage = vm.runInNewContext('gc') as () => void;

/** Heap in use after a collection, in megabytes. */
export function heapMb(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed / 1e6;
}
