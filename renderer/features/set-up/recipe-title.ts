import { frameworkLabel } from '../../lib/frameworks.ts';
import { FIRST_RECIPE } from './recipes/recipes.ts';

/** What a recipe is listed as. */
export function recipeTitle(slug: string): string {
  return slug === FIRST_RECIPE ? 'OpenTelemetry' : frameworkLabel(slug);
}
