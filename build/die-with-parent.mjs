// Loaded (import or --import) into a Node program that must not outlive whoever started it. It notices the closed IPC
// channel of our own launcher, kill -9 included, and the death of npm's shell, which keeps a SIGTERM to itself.
// The program then finishes as on SIGTERM, or is ended after a while.
import { isMainThread } from 'node:worker_threads';

const patienceMs = 6_000;
const lookMs = 500;

/** Threads inherit --import; only the process as a whole has a parent. */
if (isMainThread) {
  process.once('disconnect', finish);
  // Waiting for the parent must not keep the program alive.
  process.channel?.unref();

  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid !== parent) finish();
  }, lookMs).unref();

  let finishing = false;
  function finish() {
    clearInterval(timer);
    if (finishing) return;
    finishing = true;
    setTimeout(() => process.exit(1), patienceMs).unref();
    if (!process.emit('SIGTERM')) process.exit(143);
  }
}
