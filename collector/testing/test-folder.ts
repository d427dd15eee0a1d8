import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';

/** A folder of the test's own, also where it is made before each; gone with the test, after whatever ends it. */
export function testFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'tracedeck-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
