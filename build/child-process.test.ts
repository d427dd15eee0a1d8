import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';

const launcherUrl = new URL('./child-process.mjs', import.meta.url).href;

/** A program that says its process id, takes a while to finish on SIGTERM, and would be cut short by a second one. */
const program = `
  setInterval(() => {}, 1000);
  process.once('SIGTERM', () => setTimeout(() => { console.log('finished'); process.exit(7); }, 800));
  console.log(String(process.pid));
`;

/** A launcher that runs the program with runNode and ends as it did. */
const launcher = `
  import { runNode } from '${launcherUrl}';
  const { code } = await runNode(process.execPath, ['--eval', ${JSON.stringify(program)}]);
  process.exitCode = code;
`;

function launch(): { process: ChildProcess; lines: AsyncIterator<string> } {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', launcher], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return { process: child, lines: createInterface({ input: child.stdout })[Symbol.asyncIterator]() };
}

test('a signal reaches the program, and its exit code comes back', async () => {
  const { process: child, lines } = launch();
  await lines.next();
  child.kill('SIGTERM');
  const [code] = await once(child, 'exit');
  expect(code).toBe(7);
  expect((await lines.next()).value).toBe('finished');
});

test('the program finishes when both are told to, one after the other', async () => {
  const { process: child, lines } = launch();
  const pid = Number((await lines.next()).value);
  process.kill(pid, 'SIGTERM');
  child.kill('SIGKILL');
  expect((await lines.next()).value).toBe('finished');
});

test('the program finishes when its launcher is killed', async () => {
  const { process: child, lines } = launch();
  await lines.next();
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect((await lines.next()).value).toBe('finished');
});
