import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { LogFile } from './log-file.ts';
import { createLog } from './log.ts';
import { testFolder } from '../../collector/testing/test-folder.ts';

test('what the collector says of names and contents is no command to the terminal, nor to that of who reads the file', () => {
  const folder = testFolder();
  const terminal = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => terminal.mockRestore());
  createLog(new LogFile({ folder }), () => {}).warn('a\u001b[2J.json:\n\tno JSON');
  expect(terminal.mock.calls.flat()).toEqual(['warning: a\\u001b[2J.json:\n    \tno JSON\n']);
  expect(readFileSync(path.join(folder, 'tracedeck.log'), 'utf8')).toMatch(
    / warn a\\u001b\[2J\.json:\n {4}\tno JSON\n$/,
  );
});
