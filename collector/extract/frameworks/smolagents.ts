import { genAi } from '../conventions/gen-ai.ts';
import { mlFlow } from '../conventions/ml-flow.ts';
import { openInference } from '../conventions/open-inference.ts';
import { openLlmetry } from '../conventions/open-llmetry.ts';
import type { Convention, Framework } from '../convention.ts';
import { clip } from '../preview.ts';

/** An agent's run bears its class's name, which is all that tells agents apart, and its task in a key of its own. */
const run: Convention = {
  keys: ['smolagents.*'],
  read({ name, attributes }, draft) {
    const task = attributes.string('smolagents.task');
    if (task !== undefined) draft.inputPreview ??= clip(task);
    draft.agentName ??= /^(\w{1,200})\.run$/.exec(name)?.[1] ?? null;
  },
};

/** Recorded by OpenInference, by MLflow's autologging or by OpenLLMetry. */
export const smolagents: Framework = {
  slug: 'smolagents',
  documentation: 'https://huggingface.co/docs/smolagents/tutorials/inspect_runs',
  scopes: ['openinference.instrumentation.smolagents*', 'opentelemetry.instrumentation.smolagents*'],
  keys: ['smolagents.*'],
  values: { 'mlflow.message.format': ['smolagents', '"smolagents"'] },
  conventions: [run, mlFlow, openInference, openLlmetry, genAi],
};
