#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runNode } from '../child-process.mjs';
import { ownNode } from '../install.mjs';
import { runTracedeck } from '../launch-app.mjs';

/** The first with zstd in zlib. From it on the collector runs in this very process. */
const neededNode = [22, 15];

const args = process.argv.slice(2);
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const [neededMajor = 0, neededMinor = 0] = neededNode;

if (major > neededMajor || (major === neededMajor && minor >= neededMinor)) {
  const code = await runTracedeck(args);
  if (code !== undefined) process.exitCode = code;
} else if (existsSync(ownNode)) {
  const { code, signal } = await runNode(ownNode, [fileURLToPath(import.meta.url), ...args]);
  if (signal) process.kill(process.pid, signal);
  process.exitCode = code;
} else {
  console.error(
    `Tracedeck needs Node ${neededNode.join('.')} or newer, this is ${process.version}; or run "npm start" once.`,
  );
  process.exitCode = 1;
}
