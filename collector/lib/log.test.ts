import { expect, onTestFinished, test, vi } from 'vitest';
import { stderrLog, withoutControls } from './log.ts';

test('what a name has behind a line end is no entry of its own', () => {
  const terminal = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => terminal.mockRestore());
  stderrLog.warn('data point of x\nerror: all is lost, run: evil\n without a time\n');
  expect(terminal.mock.calls.flat()).toEqual([
    'warning: data point of x\n    error: all is lost, run: evil\n     without a time\n',
  ]);
});

test('what would move the cursor or turn the direction of writing is written out', () => {
  expect(withoutControls('a\u001b[2J\r\u009b\u202egpj.exe\u2066\tb\nc')).toBe(
    String.raw`a\u001b[2J\u000d\u009b\u202egpj.exe\u2066` + '\tb\nc',
  );
});

test('scripts that are written from the right stay as they are', () => {
  const text = 'שלום \u200fعالم 👩\u200d💻';
  expect(withoutControls(text)).toBe(text);
});
