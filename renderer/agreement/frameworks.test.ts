import { expect, test } from 'vitest';
import { FRAMEWORKS } from '../../collector/extract/registry.ts';
import { RECIPES } from '../features/set-up/recipes/recipes.ts';

test('every framework that the collector recognises can be set up, with the documentation that it names', () => {
  const documented = new Map(RECIPES.map((recipe) => [recipe.slug, recipe.documentation]));
  for (const { slug, documentation } of FRAMEWORKS) {
    expect(documented.get(slug), slug).toBe(documentation);
  }
});
