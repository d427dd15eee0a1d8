import { createRequire } from 'node:module';
import path from 'node:path';

// In the place of better-sqlite3's own `binding.js`, which looks for the native part beside itself: the package stays where it
// is, and only its code for Node is bundled.
const require = createRequire(import.meta.url);
const folder = path.dirname(require.resolve('better-sqlite3/package.json'));

export const { getBinding } = require(path.join(folder, 'lib/binding.js')) as {
  readonly getBinding: (nativeBinding: unknown) => unknown;
};
