// Loaded (import or --import) into a Node program that must not outlive whoever started it. It notices the closed IPC
// channel of our own launcher, kill -9 included, and the death of npm's shell, which keeps a SIGTERM to itself.
// The program then finishes as on SIGTERM, or is ended after a while.
import { isMainThread } from 'node:worker_threads';

const patienceMs = 6_000;
const lookMs = 500;
const terminated = 143;

/** Threads inherit --import; only the process as a whole has a parent. */
if (isMainThread) {
  // A group may get SIGTERM at once, and the death of the parent is then news of the same: it is told only once.
  let isAsked = false;
  process.on('SIGTERM', () => {
    const nobodyElseListens = process.listenerCount('SIGTERM') === 1;
    if (!isAsked && nobodyElseListens) process.exit(terminated);
    isAsked = true;
  });

  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid !== parent) finish();
  }, lookMs).unref();

  process.once('disconnect', finish);
  // Waiting for the parent must not keep the program alive.
  process.channel?.unref();

  function finish() {
    clearInterval(timer);
    setTimeout(() => process.exit(1), patienceMs).unref();
    if (!isAsked) process.emit('SIGTERM');
  }
}
