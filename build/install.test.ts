import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from './child-process.mjs';
import { missingPlatformPackages } from './complete-lock.mjs';
import { differenceOfLocks, isOfOtherSystem } from './install.mjs';

describe('a stale installation is noticed', () => {
  const wanted = {
    '': { version: '0.1.0' },
    'node_modules/fastify': { version: '5.0.0', integrity: 'sha512-a' },
    'node_modules/a/node_modules/@scope/b': { version: '1.0.0' },
    'node_modules/only-on-windows': { version: '1.0.0', optional: true },
  };
  const installed = {
    'node_modules/fastify': { version: '5.0.0', integrity: 'sha512-a' },
    'node_modules/a/node_modules/@scope/b': { version: '1.0.0' },
    'node_modules/added-by-hand': { version: '1.0.0' },
  };

  test('but not when only packages for other platforms are missing', () => {
    expect(differenceOfLocks(wanted, installed)).toBeNull();
  });

  test('when a package is missing', () => {
    const { 'node_modules/a/node_modules/@scope/b': _, ...rest } = installed;
    expect(differenceOfLocks(wanted, rest)).toBe('@scope/b is missing');
  });

  test('when a version or its content is another', () => {
    const older = { ...installed, 'node_modules/fastify': { version: '4.0.0', integrity: 'sha512-a' } };
    expect(differenceOfLocks(wanted, older)).toBe('fastify is not at 5.0.0');
    const other = { ...installed, 'node_modules/fastify': { version: '5.0.0', integrity: 'sha512-b' } };
    expect(differenceOfLocks(wanted, other)).toBe('fastify is not at 5.0.0');
  });
});

test('packages of another system are noticed, and those of none are not', () => {
  const installed = {
    'node_modules/fastify': { version: '5.0.0' },
    'node_modules/tool-darwin': { version: '1.0.0', os: ['darwin'] },
  };
  expect(isOfOtherSystem(installed, 'linux')).toBe(true);
  expect(isOfOtherSystem(installed, 'darwin')).toBe(false);
  expect(isOfOtherSystem({ 'node_modules/fastify': { version: '5.0.0' } }, 'linux')).toBe(false);
});

describe('the lock file', () => {
  test('has every platform, without which npm ci refuses it (mend it with complete-lock.mjs)', () => {
    const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
    expect(Object.keys(missingPlatformPackages(packages))).toEqual([]);
  });

  test('gets the platforms that it lacks from their names', () => {
    const packages = {
      'node_modules/tool': {
        dev: true,
        optionalDependencies: {
          '@tool/linux-x64-gnu': '1.0.0',
          '@tool/darwin-arm64': '1.0.0',
          '@tool/wasm32-wasi': '1.0.0',
        },
      },
      'node_modules/@tool/linux-x64-gnu': { version: '1.0.0' },
    };
    expect(missingPlatformPackages(packages)).toEqual({
      'node_modules/@tool/darwin-arm64': {
        version: '1.0.0',
        os: ['darwin'],
        cpu: ['arm64'],
        dev: true,
        optional: true,
      },
      'node_modules/@tool/wasm32-wasi': { version: '1.0.0', cpu: ['wasm32'], dev: true, optional: true },
    });
  });
});
