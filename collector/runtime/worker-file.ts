import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

/**
 * Where a worker thread's entry lies: beside the importing source when running from the sources, under its own name
 * beside the bundle when built.
 */
export const workerFile = (importer: string, source: string, bundled: string): URL =>
  new URL(importer.endsWith('.ts') ? source : bundled, importer);

/** Loads code that is a bundle of its own, at once: what is large, and what not everybody needs, is not for the start. */
export const loadBundle = (importer: string, source: string, bundled: string): unknown =>
  createRequire(importer)(fileURLToPath(workerFile(importer, source, bundled)));
