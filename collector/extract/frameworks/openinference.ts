import { genAi } from '../conventions/gen-ai.ts';
import { openInference as convention } from '../conventions/open-inference.ts';
import type { Framework } from '../convention.ts';

/** Spans in OpenInference's conventions that no framework's own marks claim. */
export const openInference: Framework = {
  slug: 'openinference',
  documentation: 'https://arize-ai.github.io/openinference/spec/semantic_conventions.html',
  scopes: ['@arizeai/openinference-*', 'openinference.instrumentation*'],
  keys: convention.keys,
  conventions: [convention, genAi],
};
