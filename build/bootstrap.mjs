// Behind every npm script: works as the very first command after cloning, with nothing but Node 20 and npm. Hence plain
// JavaScript without dependencies; what runs on the project's own Node afterwards is TypeScript, in tasks/.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { root, runNode } from './child-process.mjs';
import { ensureInstalled, ownNode } from './install.mjs';

const oldestNode = 20;
const tasks = ['start', 'test', 'check', 'build', 'dev', 'bench', 'torture', 'record', 'dist'];
/** Keeps a Node that is not what its package says from starting itself for ever. */
const startedByUs = '--on-own-node';

// On a terminal of its own (`node build/bootstrap.mjs … &`) it may outlive the shell; under npm it may not.
if (process.env['npm_lifecycle_event']) await import('./die-with-parent.mjs');

/** @param {string[]} argv */
async function main([task = '', ...args]) {
  if (Number.parseInt(process.versions.node) < oldestNode) {
    throw new Error(`Tracedeck needs Node ${oldestNode} or newer, this is ${process.version}.`);
  }
  if (!tasks.includes(task)) throw new Error(`No such task: ${task} (there are ${tasks.join(', ')})`);

  if (args[0] === startedByUs) {
    args.shift();
  } else {
    await ensureInstalled();
    if (process.version !== ownNodeVersion()) {
      const own = [fileURLToPath(import.meta.url), task, startedByUs, ...args];
      const { code, signal } = await runNode(ownNode, own).catch(notRunning);
      if (signal) process.kill(process.pid, signal);
      return code;
    }
  }
  const { runTask } = await import(`./tasks/${task}.ts`);
  return runTask(args);
}

/**
 * @param {NodeJS.ErrnoException} error
 * @returns {never}
 */
function notRunning({ code }) {
  throw new Error(
    `Node ${ownNodeVersion()}, which npm brought, does not run on this system (${code}): on Linux it needs glibc, which Alpine has not. If another system installed node_modules, remove it and try again.`,
  );
}

function ownNodeVersion() {
  return `v${JSON.parse(readFileSync(`${root}/node_modules/node/package.json`, 'utf8')).version}`;
}

try {
  // A task that leaves something running (the collector) answers nothing and sets the exit code itself.
  const code = await main(process.argv.slice(2));
  if (code !== undefined) process.exitCode = code;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = error instanceof Error && 'exitCode' in error ? Number(error.exitCode) : 1;
}
