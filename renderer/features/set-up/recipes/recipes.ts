import { INSTRUMENTED_FRAMEWORKS } from './agent-frameworks.ts';
import { CODING_AGENTS } from './coding-agents.ts';
import { CONVENTIONS } from './conventions.ts';
import { INSTRUMENTING_SDKS } from './instrumenting-sdks.ts';
import { MODEL_SDKS } from './model-sdks.ts';
import { FRAMEWORKS_WITH_TELEMETRY } from './own-telemetry.ts';
import { PLATFORMS } from './platforms.ts';
import type { Recipe } from './recipe.ts';
import { VOICE_AGENTS } from './voice-agents.ts';

export type RecipeGroup = { readonly title: string; readonly recipes: readonly Recipe[] };

/** Every framework that can be set up to send here. Their names are in lib/frameworks.ts. */
export const RECIPE_GROUPS: readonly RecipeGroup[] = [
  { title: 'Agent frameworks', recipes: [...INSTRUMENTED_FRAMEWORKS, ...FRAMEWORKS_WITH_TELEMETRY] },
  { title: 'Voice agents', recipes: VOICE_AGENTS },
  { title: 'Coding agents', recipes: CODING_AGENTS },
  { title: 'Model SDKs', recipes: MODEL_SDKS },
  {
    title: 'Observability SDKs and conventions',
    recipes: [...CONVENTIONS, ...INSTRUMENTING_SDKS, ...PLATFORMS],
  },
];

export const RECIPES: readonly Recipe[] = RECIPE_GROUPS.flatMap((group) => group.recipes);
/** What the page begins with: any OpenTelemetry SDK. */
export const FIRST_RECIPE = 'otel-genai';

export function findRecipe(slug: string | undefined): Recipe | undefined {
  return RECIPES.find((recipe) => recipe.slug === (slug ?? FIRST_RECIPE));
}
