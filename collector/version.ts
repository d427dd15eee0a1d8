import { readFileSync } from 'node:fs';

/** The version of the package: put in by the build, read from package.json when running from the sources. */
export const VERSION =
  process.env['TRACEDECK_VERSION'] ??
  (JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string })
    .version;
