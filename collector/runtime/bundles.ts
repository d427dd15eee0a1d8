import { createRequire } from 'node:module';
import { Worker, type WorkerOptions } from 'node:worker_threads';
import { loadBuilt } from './code-loader.ts';

/** From the sources, where each file is loaded by itself. */
const isSource = (importer: string): boolean => importer.endsWith('.ts');

/** Starts a thread: with a file beside the importing source, or with the bundle that the build made of it. */
export const startThread = (
  importer: string,
  source: string,
  bundled: string,
  options?: WorkerOptions,
): Worker =>
  isSource(importer)
    ? new Worker(new URL(source, importer), options)
    : new Worker(new URL('./thread.cjs', importer), { ...options, argv: [bundled] });

/** Loads code that is a bundle of its own, at once: what is large, and what not everybody needs, is not for the start. */
export const loadBundle = (importer: string, source: string, bundled: string): unknown =>
  isSource(importer) ? createRequire(importer)(source) : loadBuilt(bundled);
