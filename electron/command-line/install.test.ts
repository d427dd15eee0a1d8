import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { installOnPath } from './install.ts';
import { testFolder } from '../../collector/testing/test-folder.ts';

test.skipIf(process.platform === 'win32')(
  'to the PATH of a Windows user a folder is added, and all else of it stays as it is',
  async () => {
    const folder = testFolder();
    onTestFinished(() => void vi.unstubAllEnvs());
    const shell = path.join(folder, 'powershell.exe');
    writeFileSync(shell, `#!/bin/sh\nprintf '%s\\n' "$TRACEDECK_BIN" "$@" > '${folder}/asked'\n`, {
      mode: 0o755,
    });
    vi.stubEnv('PATH', `${folder}:${process.env['PATH']}`);
    const plan = {
      file: path.join(folder, 'bin', 'tracedeck.cmd'),
      content: '',
      mode: 0o755,
      addToPath: 'C:\\Zoë’s\\bin',
      advice: null,
    };
    await installOnPath(plan);
    const [told, ...words] = readFileSync(path.join(folder, 'asked'), 'utf8').split('\n');
    expect(told).toBe(plan.addToPath);
    const script = words.join('\n');
    expect(script).not.toContain('Zoë');
    // Variables in it are read as they are written, and written as a text that has such.
    expect(script).toMatch(
      /GetValue\('Path', '', 'DoNotExpandEnvironmentNames'\)[^]*SetValue\('Path', .*'ExpandString'\)/,
    );
  },
);
