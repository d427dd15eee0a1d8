import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FUSE_SENTINEL } from './fuses.ts';

/** Each on, as none of them is in a package. */
const fuses = '11111111';

/**
 * Makes in a folder what electron-builder needs of Electron for Linux, fuses included: enough for everything of a package
 * that is ours, without a network.
 */
export function makeStandIn(folder: string): void {
  mkdirSync(join(folder, 'resources'), { recursive: true });
  mkdirSync(join(folder, 'locales'));
  writeFileSync(join(folder, 'locales/en-US.pak'), '');
  writeFileSync(join(folder, 'version'), 'stand-in');
  const program = join(folder, 'electron');
  const version = String.fromCharCode(1);
  const count = String.fromCharCode(fuses.length);
  writeFileSync(program, `#!/bin/sh\nexit 1\n${FUSE_SENTINEL}${version}${count}${fuses}\n`, 'latin1');
  chmodSync(program, 0o755);
}
