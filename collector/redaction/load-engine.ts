import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { workerFile } from '../worker-file.ts';
import type * as Engine from './engine.ts';

const require = createRequire(import.meta.url);

/**
 * The engine that patterns run on. Loaded where there is a pattern, at once: it is 260 kB of code, which nobody's start should
 * wait for who has none.
 */
export const loadEngine = (): typeof Engine =>
  require(
    fileURLToPath(workerFile(import.meta.url, './engine.ts', './redaction-engine.js')),
  ) as typeof Engine;
