import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './child-process.mjs';

const SOURCES = '{build,collector,electron,renderer}/**/*';
const files = [...globSync(SOURCES, { cwd: root }), ...globSync('*.*', { cwd: root })].map((file) =>
  file.replaceAll('\\', '/'),
);
const documents = files.filter((file) => file.endsWith('.md'));
const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');

/** As GitHub makes them of headings. */
const anchorsIn = (document: string): readonly string[] =>
  [...textOf(document).matchAll(/^#+ (.+)$/gm)].map(
    ([, heading = '']) =>
      `#${heading
        .toLowerCase()
        .replaceAll(/[^\w -]/g, '')
        .replaceAll(' ', '-')}`,
  );

test.for(documents)('what %s links to is there', (document) => {
  const links = [...textOf(document).matchAll(/\]\((?!https?:)([^)#]*)(#[^)]*)?\)/g)];
  const dead = links.filter(([, path = '', anchor]) => {
    const file = relative(root, join(root, dirname(document), path)).replaceAll('\\', '/');
    const isThere = path === '' || file === 'LICENSE' || files.includes(file);
    return !isThere || (anchor !== undefined && !anchorsIn(path === '' ? document : file).includes(anchor));
  });
  expect(dead.map(([link]) => link)).toEqual([]);
});

/** Paths stand there from the folder of the document, from the root, or as short as they are plain. */
test.for(documents)('the source files that %s names are there', (document) => {
  const named = [...textOf(document).matchAll(/`((?:[\w.-]+\/)*[\w.-]+\.(?:tsx?|mjs|css))`/g)];
  const gone = named
    .map(([, path = '']) => path)
    .filter((path) => !files.some((file) => `/${file}`.endsWith(`/${path}`)));
  expect(gone).toEqual([]);
});

test('sources speak of no document that is not here', () => {
  const known = new Set(documents.map((document) => document.split('/').at(-1)));
  const named = files
    .filter((file) => /\.(?:tsx?|mjs|css|md)$/.test(file))
    .flatMap((file) => [...textOf(file).matchAll(/\b[A-Z]{2,}\.md\b/g)].map(([name]) => ({ file, name })));
  expect(named.filter(({ name }) => !known.has(name))).toEqual([]);
});

test('the README counts the frameworks that there are', () => {
  const frameworks = files.filter((file) => /^collector\/extract\/frameworks\/[\w-]+\.ts$/.test(file));
  expect(textOf('README.md')).toContain(` ${frameworks.length} agent frameworks, `);
});
