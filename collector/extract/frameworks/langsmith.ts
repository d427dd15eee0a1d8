import { genAi } from '../conventions/gen-ai.ts';
import { langSmith } from '../conventions/lang-smith.ts';
import type { Framework } from '../convention.ts';
import { nameLangChain } from './langgraph.ts';

/** Runs that LangSmith's SDK exports over OpenTelemetry, of whatever it traced. */
export const langsmith: Framework = {
  slug: 'langsmith',
  documentation: 'https://docs.langchain.com/langsmith/trace-with-opentelemetry',
  scopes: ['langsmith'],
  keys: ['langsmith.*'],
  conventions: [langSmith, genAi],
  refine(span, draft) {
    nameLangChain(span, draft);
    // What is guessed where no model is named.
    if (draft.system === 'langchain') draft.system = null;
  },
};
