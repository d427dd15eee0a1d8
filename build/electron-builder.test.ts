import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './child-process.mjs';
import config from './electron-builder.ts';

const systems = ['mac', 'win', 'linux'] as const;

test.for(systems)('%s: every architecture has its native module, and no other', (system) => {
  const [native, ...others] = [config[system]?.files].flat().filter((entry) => typeof entry === 'object');
  if (!native) throw new Error('no native module');
  expect(others).toEqual([]);
  const [pattern = '', ...more] = [native.filter].flat();
  expect(more).toEqual([]);
  const found = ['x64', 'arm64'].map((arch) =>
    join(root, native.from ?? '', pattern.replace('${arch}', arch)),
  );
  expect(found.filter((file) => !existsSync(file))).toEqual([]);
});

test.for(systems)('%s: a package of each kind for both architectures', (system) => {
  const targets = [config[system]?.target]
    .flat()
    .filter((target) => typeof target === 'object' && target !== null);
  expect(targets.length).toBeGreaterThan(0);
  for (const { arch } of targets) expect(arch).toEqual(['x64', 'arm64']);
});

test('what the configuration names is in the project', () => {
  const named = [config.mac?.entitlements, config.mac?.entitlementsInherit, config.nsis?.include];
  expect(named.filter((path) => !existsSync(join(root, path ?? 'missing')))).toEqual([]);
});

test('an AppImage keeps its name in an update, and takes nothing of a package with it', () => {
  // What electron-updater looks for in the name of the file that it replaces (electron-builder issue 2964).
  expect(config.appImage?.artifactName).toBe('${productName}-${os}-${arch}.${ext}');
  const [first] = [config.linux?.target].flat();
  expect(first).toMatchObject({ target: 'AppImage' });
});
