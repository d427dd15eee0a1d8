/**
 * Where a worker thread's entry lies: beside the importing source when running from the sources, under its own name
 * beside the bundle when built.
 */
export const workerFile = (importer: string, source: string, bundled: string): URL =>
  new URL(importer.endsWith('.ts') ? source : bundled, importer);
