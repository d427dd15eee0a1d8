import { runProgram } from '../tools.ts';

export async function runTask(args: readonly string[]): Promise<number> {
  return runProgram('collector/testing/recordings/record.ts', args);
}
