import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { DIALECTS } from './table.ts';

test('every dialect has a name of its own, a file and a test', () => {
  const names = DIALECTS.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  const files = readdirSync(import.meta.dirname);
  for (const name of names) expect(files).toEqual(expect.arrayContaining([`${name}.ts`, `${name}.test.ts`]));
});
