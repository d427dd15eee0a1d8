import { join } from 'node:path';
import { root, run } from '../child-process.mjs';

export async function runTask(args: readonly string[]): Promise<number> {
  const { code } = await run(process.execPath, [
    join(root, 'collector/testing/recordings/record.ts'),
    ...args,
  ]);
  return code;
}
