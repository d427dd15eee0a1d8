import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from './child-process.mjs';

const workflows = globSync('.github/workflows/*.yml', { cwd: root });

test('there are workflows', () => {
  expect(workflows.length).toBeGreaterThan(0);
});

describe.each(workflows)('%s', (file) => {
  const text = readFileSync(join(root, file), 'utf8');

  test('runs actions of one commit only, since a tag can be moved', () => {
    const used = [...text.matchAll(/\buses: (.+)$/gm)].map(([, action]) => action);
    expect(
      used.filter((action) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action ?? '')),
    ).toEqual([]);
  });

  test('may only read, but for the job that drafts the release', () => {
    expect(text).toMatch(/^permissions:\n {2}contents: read$/m);
    const writes = text.match(/: write\b/g) ?? [];
    expect(writes).toHaveLength(file.endsWith('release.yml') ? 1 : 0);
  });

  test('puts nothing that others write into a script', () => {
    const scripts = [...text.matchAll(/\brun: (?:\|\n((?: {10,}.*\n|\n)+)|(.+)\n)/g)].map(
      ([script]) => script,
    );
    expect(scripts.length).toBeGreaterThan(0);
    expect(scripts.filter((script) => script.includes('${{'))).toEqual([]);
  });
});
