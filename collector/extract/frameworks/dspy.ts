import { genAi } from '../conventions/gen-ai.ts';
import { mlFlow } from '../conventions/ml-flow.ts';
import { openInference } from '../conventions/open-inference.ts';
import { openLlmetry } from '../conventions/open-llmetry.ts';
import type { Framework } from '../convention.ts';
import { readName } from '../draft.ts';

/** Recorded by OpenInference, by MLflow's autologging (which names the model in a key of its own) or by OpenLLMetry. */
export const dspy: Framework = {
  slug: 'dspy',
  documentation: 'https://dspy.ai/tutorials/observability/',
  scopes: ['openinference.instrumentation.dspy*', 'opentelemetry.instrumentation.dspy*'],
  values: { 'mlflow.message.format': ['dspy', '"dspy"'] },
  conventions: [mlFlow, openInference, openLlmetry, genAi],
  refine({ attributes }, draft) {
    if (draft.observationType === 'generation' && attributes.has('mlflow.message.format'))
      draft.requestModel ??= unquote(readName(attributes, 'model'));
    // LiteLLM's way to name a model: the provider stands before it.
    const [provider, ...rest] = draft.requestModel?.split('/') ?? [];
    if (provider !== undefined && rest.length > 0) draft.system ??= provider;
  },
};

const unquote = (name: string | null): string | null => name?.replace(/^"(.*)"$/, '$1') ?? null;
