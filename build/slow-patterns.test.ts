import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'rolldown/parseAst';
import { expect, test } from 'vitest';
import { root } from './child-process.mjs';
import { whySlow } from './slow-patterns.ts';

/** What runs on what exporters and clients send. */
const sources = globSync('collector/**/*.ts', { cwd: root }).filter(
  (file) => !/\.test\.ts$|\/(testing|bench|torture|fixtures)\//.test(file),
);

interface Found {
  readonly pattern: string;
  readonly flags: string;
}

/** The literals of a syntax tree; expressions that are put together while the program runs are not seen. */
const literalsIn = (node: object): readonly Found[] =>
  'regex' in node
    ? [node.regex as Found]
    : Object.values(node).flatMap((value: unknown) =>
        typeof value === 'object' && value !== null ? literalsIn(value) : [],
      );

test('no regular expression of the collector takes time by the square of what it is given', () => {
  const patterns = sources.flatMap((file) => {
    const program = parseAst(readFileSync(join(root, file), 'utf8'), { lang: 'ts' }, file);
    return literalsIn(program).map((found) => ({ file, ...found }));
  });
  expect(patterns.length).toBeGreaterThan(100);
  const slow = patterns.flatMap(({ file, pattern, flags }) => {
    const why = whySlow(pattern, flags);
    return why === undefined ? [] : [`${file}: /${pattern}/${flags}: ${why}`];
  });
  expect(slow).toEqual([]);
});

test.for([
  // A search that fails begins again at the next character of the same run.
  /\s*\[image\]/,
  /a*b/,
  /(?:ab)+c/,
  /[\w.]{3,}@/,
  /x?\d+$/,
  /x*\d+$/,
  /^\s*-/m,
  // What is before the repetition may stand within it.
  /\[tool: [^\]\n]*\]/,
  /"(?:.+|\d)"/s,
  /(?<!b)a*c/,
  // One way of sharing a run for each of its places.
  /^\s*-?\s*$/,
  /^a[^a]*b.*b.*c/,
  /^.*a[^a]*b.*c/,
  /^(?:a+)+$/,
  /^(?:a|[ab])*$/,
])('is told of %s', (pattern) => {
  expect(whySlow(pattern.source, pattern.flags)).toBeDefined();
});

test.for([
  /\s+/g,
  /(?<!\s)\s*\[image\]/,
  /\[tool: [^[\]\n]*\]/,
  /^\s*(?:\[\s*)?\{/,
  /[:[,]\s*-?\d{16}/,
  /^(?:[\da-f]{2})*$/i,
  /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/,
  /(-?)(?:"([^"]*)("?)|(\S+))/g,
  /[^\p{L}\p{N}]+|\u{1f600}/gu,
])('is silent about %s', (pattern) => {
  expect(whySlow(pattern.source, pattern.flags)).toBeUndefined();
});
