import { expect, test } from 'vitest';
import { FRAMEWORKS } from '../../collector/extract/registry.ts';
import { RECIPES } from '../features/set-up/recipes/recipes.ts';
import { frameworkLabel, frameworkLetters } from '../lib/frameworks.ts';

const slugs = FRAMEWORKS.map(({ slug }) => slug);
/** Its slug is what people call it. */
const CALLED_BY_SLUG = 'smolagents';

test('every framework that the collector recognises has a name and letters of its own', () => {
  expect(slugs.filter((slug) => frameworkLabel(slug) === slug)).toEqual([CALLED_BY_SLUG]);
  expect(new Set(slugs.map(frameworkLabel)).size).toBe(slugs.length);
  expect(new Set(slugs.map(frameworkLetters)).size).toBe(slugs.length);
});

test('every framework that the collector recognises can be set up once, with the documentation that it names, and no other', () => {
  const documentation = (row: { readonly slug: string; readonly documentation: string }): string =>
    `${row.slug}: ${row.documentation}`;
  expect(RECIPES.map(documentation).sort()).toEqual(FRAMEWORKS.map(documentation).sort());
});
