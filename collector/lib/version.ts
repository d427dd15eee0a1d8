import { readFileSync } from 'node:fs';

/** The version of the package: put in by the build, read from package.json when running from the sources. */
export const VERSION =
  process.env['TRACEDECK_VERSION'] ??
  (JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string })
    .version;

/**
 * Which columns, names and texts the code reads from a span. Raise it by one whenever `extract/`, the attribute index or
 * `messages/` answers something else for a span that was stored before: its old spans are then due for `tracedeck reindex`.
 */
export const EXTRACTION_VERSION = 28;
