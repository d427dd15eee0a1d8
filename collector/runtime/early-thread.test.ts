import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { describe, expect, test } from 'vitest';
import { EarlyThread } from './early-thread.ts';

/** Answers what it is told; ends on 'stop'. */
const ECHO = `
  const { parentPort } = require('node:worker_threads');
  parentPort.on('message', (text) => text === 'stop' ? parentPort.close() : parentPort.postMessage(text));
`;
const start = (code: string): Worker => new Worker(code, { eval: true });

describe('a thread that was started early', () => {
  test('is taken once, with all that it says from then on', async () => {
    const early = new EarlyThread(() => start(ECHO), 'stop');
    const worker = early.take()!;
    const answered = once(worker, 'message');
    worker.postMessage('are you there?');
    expect(await answered).toEqual(['are you there?']);
    expect(early.take()).toBeUndefined();
    // It is not this one's to end any more.
    await early.end();
    worker.postMessage('still?');
    expect(await once(worker, 'message')).toEqual(['still?']);
    const ended = once(worker, 'exit');
    worker.postMessage('stop');
    expect(await ended).toEqual([0]);
  });

  test('ends by itself where nobody takes it', async () => {
    let worker: Worker | undefined;
    const early = new EarlyThread(() => (worker = start(ECHO)), 'stop');
    const ended = once(worker!, 'exit');
    await early.end();
    expect(await ended).toEqual([0]);
    expect(early.take()).toBeUndefined();
  });

  test.for([
    ['fails', 'throw new Error("broken")'],
    ['ends', 'process.exit(3)'],
  ])('and %s before it is needed is not there to be taken', async ([, code]) => {
    let worker: Worker | undefined;
    const early = new EarlyThread(() => (worker = start(code!)), 'stop');
    await new Promise((resolve) => worker!.once('exit', resolve));
    expect(early.take()).toBeUndefined();
    await early.end();
  });

  test('is not there where the system allows none', async () => {
    const early = new EarlyThread(() => {
      throw new Error('ERR_WORKER_INIT_FAILED: EAGAIN');
    }, 'stop');
    expect(early.take()).toBeUndefined();
    await early.end();
  });
});
