import { expect, test } from 'vitest';
import { readFlags } from './flags.ts';

test('flags become settings, Chromium’s own and file names are passed over', () => {
  const args = [
    '--no-sandbox',
    '/app/electron-main.js',
    '--port',
    '0',
    '--grpc-port=4400',
    '--data-dir',
    '/data',
    '--lang=de',
  ];
  expect(readFlags(args)).toEqual({
    config: undefined,
    overrides: {
      server: { port: 0 },
      otel: { http: {}, grpc: { port: 4400 } },
      auth: {},
      storage: { data_dir: '/data' },
    },
  });
});

test('without flags nothing is overridden', () => {
  expect(readFlags([])).toEqual({
    config: undefined,
    overrides: { server: {}, otel: { http: {}, grpc: {} }, auth: {}, storage: {} },
  });
});

test('--auth turns authentication on', () => {
  expect(readFlags(['--auth']).overrides.auth).toEqual({ enabled: true });
});

test('no file with settings is looked for beside the user’s own where that is said', () => {
  expect(readFlags(['--own-settings']).config).toBeNull();
  expect(readFlags(['--own-settings', '--config', 'mine.json']).config).toBe('mine.json');
});

test('a port that is no number is refused', () => {
  expect(() => readFlags(['--port', 'x'])).toThrow('--port needs a number');
});
