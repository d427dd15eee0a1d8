import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';

const dieWithParent = new URL('./die-with-parent.mjs', import.meta.url).href;

/**
 * Runs a command to its end with our standard streams and answers its exit code (128 + n when signal n ended it).
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<{ code: number, signal: NodeJS.Signals | null }>}
 */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: 'inherit', ...options });
    const stopForwarding = forwardSignals(child);
    child.once('error', (error) => {
      stopForwarding();
      reject(error);
    });
    child.once('exit', (code, signal) => {
      stopForwarding();
      resolve({ code: code ?? 128 + (signal ? constants.signals[signal] : 1), signal });
    });
  });
}

/**
 * Runs a Node program that ends when we end, even by kill -9: it notices the closed IPC channel and gets a SIGTERM.
 * @param {string} node
 * @param {readonly string[]} args
 */
export function runNode(node, args) {
  return run(node, ['--import', dieWithParent, ...args], { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @returns {() => void} ends the forwarding
 */
function forwardSignals(child) {
  /** @type {NodeJS.Signals[]} */
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  const listeners = signals.map((signal) => {
    const listener = () => {
      // Ctrl-C in a terminal reaches the whole process group: the child has it already.
      if (signal === 'SIGINT' && process.stdin.isTTY) return;
      child.kill(signal);
    };
    process.on(signal, listener);
    return () => process.off(signal, listener);
  });
  return () => listeners.forEach((remove) => remove());
}

/** The folder that holds package.json. */
export const root = fileURLToPath(new URL('..', import.meta.url));
