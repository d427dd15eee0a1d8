import { describe, expect, test } from 'vitest';
import { FRAMEWORK_SLUGS } from '../../../lib/frameworks.ts';
import { FIRST_RECIPE, findRecipe, RECIPES } from './recipes.ts';

const TARGET = { http: 'http://127.0.0.1:14318', grpc: 'http://127.0.0.1:14317', project: 'shop' };

test('every framework that has a name stands here once', () => {
  expect(RECIPES.map((recipe) => recipe.slug).toSorted()).toEqual(FRAMEWORK_SLUGS.toSorted());
  expect(findRecipe(undefined)?.slug).toBe(FIRST_RECIPE);
  expect(findRecipe('none')).toBeUndefined();
});

describe.for(RECIPES.flatMap(({ slug, variants }) => variants.map((variant) => ({ slug, ...variant }))))(
  '$slug in $language',
  ({ steps }) => {
    const texts = steps.map(({ code }) => code(TARGET));
    test('has something to paste in every step, with the real address in one of them', () => {
      for (const text of texts) expect(text.trim()).not.toBe('');
      expect(texts.join('\n')).toContain(TARGET.http);
    });
    test('leaves no placeholder and no standard port', () => {
      expect(texts.join('\n')).not.toMatch(/undefined|\[object|:4318|:4317/);
    });
  },
);
