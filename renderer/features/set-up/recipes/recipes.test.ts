import { describe, expect, test } from 'vitest';
import { FIRST_RECIPE, findRecipe, RECIPES } from './recipes.ts';

const TARGET = { http: 'http://127.0.0.1:14318', grpc: 'http://127.0.0.1:14317', project: 'shop' };

test('a recipe is found by its framework, and without one that of any OpenTelemetry SDK', () => {
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
