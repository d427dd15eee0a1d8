// Tries the package that `npm run dist -- --dir` left for this machine: its fuses, and its command line where no display
// is. `node build/packaging/check-package.ts`
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { getCurrentFuseWire } from '@electron/fuses';
import config from '../electron-builder.ts';
import { root } from '../child-process.mjs';
import { whyWrongFuses } from './fuse-wire.ts';
import { smoke } from './smoke.ts';

const programs: Readonly<Record<string, readonly [folder: string, program: string]>> = {
  linux: ['linux', 'tracedeck'],
  darwin: ['mac', 'Tracedeck.app/Contents/MacOS/Tracedeck'],
  win32: ['win', 'Tracedeck.exe'],
};

function packagedProgram(): string {
  const [system = '', program = ''] = programs[process.platform] ?? [];
  const packages = join(root, 'dist/packages');
  const architecture = process.arch === 'x64' ? '' : `-${process.arch}`;
  const names = [`${system}${architecture}`, `${system}${architecture}-unpacked`];
  const folder = readdirSync(packages).find((name) => names.includes(name));
  if (folder === undefined) throw new Error(`there is none of ${names.join(', ')} in ${packages}`);
  return join(packages, folder, program);
}

const program = packagedProgram();
const problem = whyWrongFuses(await getCurrentFuseWire(program), config.electronFuses ?? {});
if (problem) throw new Error(`${program}: ${problem}`);

const { DISPLAY: _display, WAYLAND_DISPLAY: _wayland, ...env } = process.env;
await smoke(program, { env });
console.log(`${program}: its fuses are set, and its command line takes an export without a display.`);
