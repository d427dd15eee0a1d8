import { syncBuiltinESMExports } from 'node:module';
import { getEnvironmentData, isMainThread, setEnvironmentData, Worker } from 'node:worker_threads';
import zlib from 'node:zlib';

// Node (24.21) aborts the whole process where a thread ends between the two steps in which zlib makes a stream: "close
// before init". Tests end threads on purpose, at any moment, and now and then hit it. So zlib and the end of a thread wait
// for each other here. Nothing but tests ends threads from outside.
const NAME = 'tracedeck: zlib is making a stream';
const [FREE, TAKEN] = [0, 1];
/** Long beyond any call: a thread that has died in one by itself, its memory being full, never gives it back. */
const PATIENCE_MS = 5000;

if (isMainThread) setEnvironmentData(NAME, new Int32Array(new SharedArrayBuffer(4)));
const lock = getEnvironmentData(NAME) as unknown as Int32Array;

function alone<T>(run: () => T): T {
  while (Atomics.compareExchange(lock, 0, FREE, TAKEN) !== FREE)
    if (Atomics.wait(lock, 0, TAKEN, PATIENCE_MS) === 'timed-out') break;
  try {
    return run();
  } finally {
    Atomics.store(lock, 0, FREE);
    Atomics.notify(lock, 0);
  }
}

for (const [name, make] of Object.entries(zlib)) {
  if (typeof make !== 'function' || !/^create|Sync$/.test(name)) continue;
  const makeAlone = (...given: unknown[]): unknown => alone(() => Reflect.apply(make, zlib, given));
  Object.defineProperty(zlib, name, { value: makeAlone });
}
syncBuiltinESMExports();

const terminate = Reflect.get(Worker.prototype, 'terminate');
Worker.prototype.terminate = function () {
  return alone(() => Reflect.apply(terminate, this, []));
};
