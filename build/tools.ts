import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from './child-process.mjs';

const packages: Readonly<Record<string, string>> = { tsc: 'typescript' };

/** Runs the command of an installed package with the Node that runs us, whatever PATH says; answers its exit code. */
export async function runTool(name: string, ...args: readonly string[]): Promise<number> {
  const { code } = await run(process.execPath, [toolPath(name), ...args], { cwd: root });
  return code;
}

/** Runs a file of ours, named from the root, with the Node that runs us; answers its exit code. */
export async function runProgram(file: string, args: readonly string[]): Promise<number> {
  const { code } = await run(process.execPath, [join(root, file), ...args]);
  return code;
}

/** The script behind a package's command. */
export function toolPath(name: string): string {
  const folder = join(root, 'node_modules', packages[name] ?? name);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    bin: Readonly<Record<string, string>>;
  };
  const script = bin[name];
  if (script === undefined) throw new Error(`${folder} has no command ${name}`);
  return join(folder, script);
}
