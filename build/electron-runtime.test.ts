import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { findElectron, whyNoDisplay } from './electron-runtime.mjs';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'electron-runtime-'));
  vi.stubEnv('ELECTRON_OVERRIDE_DIST_PATH', folder);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

/** A runtime that is a shell script. */
function install(script: string): string {
  const path = join(folder, 'electron');
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
  return path;
}

describe.runIf(process.platform === 'linux')('an Electron runtime', () => {
  test('is found where it says its version', () => {
    const path = install('echo v24.0.0');
    expect(findElectron()).toMatchObject({ runtime: { path } });
  });

  test('is started as Electron, also from the shell of an editor that is an Electron app', () => {
    vi.stubEnv('ELECTRON_RUN_AS_NODE', '1');
    install('echo v24.0.0');
    const { env } = findElectron().runtime ?? {};
    expect(env).not.toHaveProperty('ELECTRON_RUN_AS_NODE');
    expect(env).toMatchObject({ ELECTRON_OVERRIDE_DIST_PATH: folder });
  });

  test('that does not run is no runtime, and its last words are the reason', () => {
    install('echo "libgtk-3.so.0: cannot open shared object file" >&2; exit 127');
    const { runtime, reason } = findElectron();
    expect(runtime).toBeNull();
    expect(reason).toContain('libgtk-3.so.0');
  });

  test('that is not there is not looked for on the network when its place was given', () => {
    expect(findElectron()).toMatchObject({ runtime: null, downloadable: false });
  });

  test('needs X or Wayland', () => {
    vi.stubEnv('DISPLAY', '');
    vi.stubEnv('WAYLAND_DISPLAY', '');
    expect(whyNoDisplay()).toBe('there is no display');
    vi.stubEnv('WAYLAND_DISPLAY', 'wayland-0');
    expect(whyNoDisplay()).toBeNull();
  });
});
