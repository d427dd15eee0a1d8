import { genAi } from '../conventions/gen-ai.ts';
import { mlFlow } from '../conventions/ml-flow.ts';
import { openInference } from '../conventions/open-inference.ts';
import type { Framework } from '../convention.ts';

/** MLflow Tracing: `@mlflow.trace` and its autologging, exported over OTLP. */
export const mlflow: Framework = {
  slug: 'mlflow',
  documentation: 'https://mlflow.org/docs/latest/genai/tracing/',
  keys: ['mlflow.*'],
  conventions: [mlFlow, openInference, genAi],
  refine({ name, attributes }, draft) {
    // A program of DSPy's is a module around modules; only the innermost calls a model, and says so itself.
    if (!name.endsWith('.forward') || !attributes.has('signature')) return;
    draft.framework = 'dspy';
    if (draft.observationType === 'generation') draft.observationType = 'chain';
  },
};
