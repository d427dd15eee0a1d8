import { cpSync } from 'node:fs';
import type { Plugin } from 'vite';

/** The collector reads its migrations and the style of its documentation from beside its own code. */
export function copyCollectorFiles(root: string): Plugin {
  return {
    name: 'copy-collector-files',
    applyToEnvironment: (environment) => environment.name === 'node',
    writeBundle() {
      cpSync(`${root}collector/store/file/migrations`, `${root}dist/node/migrations`, { recursive: true });
      cpSync(`${root}collector/api/openapi/docs.css`, `${root}dist/node/docs.css`);
    },
  };
}
