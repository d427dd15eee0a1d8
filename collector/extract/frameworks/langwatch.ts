import { genAi } from '../conventions/gen-ai.ts';
import { langWatch } from '../conventions/lang-watch.ts';
import type { Framework } from '../convention.ts';

/** LangWatch's SDKs; whose a span is they also write on spans of others. */
export const langwatch: Framework = {
  slug: 'langwatch',
  documentation: 'https://langwatch.ai/docs/integration/overview',
  scopes: ['langwatch', 'langwatch.*', '@langwatch/*'],
  keys: ['langwatch.span.type', 'langwatch.input', 'langwatch.output', 'langwatch.metrics'],
  sharedKeys: ['langwatch.*'],
  conventions: [langWatch, genAi],
};
