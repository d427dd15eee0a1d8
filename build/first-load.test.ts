import { expect, test } from 'vitest';
import { firstLoadScripts } from './first-load.ts';

test('the first load is the entry, what it starts, and what they import statically, each script once', () => {
  const manifest = {
    'index.html': {
      file: 'assets/index.js',
      imports: ['_shared.js', '_react.js'],
      dynamicImports: ['start.tsx'],
    },
    'start.tsx': { file: 'assets/start.js', imports: ['_react.js'], dynamicImports: ['chart.tsx'] },
    '_shared.js': { file: 'assets/shared.js', imports: ['_react.js'] },
    '_react.js': { file: 'assets/react.js' },
    'chart.tsx': { file: 'assets/chart.js', imports: ['_react.js'] },
  };
  expect(firstLoadScripts(manifest, 'index.html')).toEqual([
    'assets/index.js',
    'assets/shared.js',
    'assets/react.js',
    'assets/start.js',
  ]);
});
