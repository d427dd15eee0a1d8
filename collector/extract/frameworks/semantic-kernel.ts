import { genAi } from '../conventions/gen-ai.ts';
import type { Framework } from '../convention.ts';

/**
 * Python's `semantic_kernel.*` and .NET's `Microsoft.SemanticKernel*` tracers, in the GenAI conventions of before 1.37:
 * what was said is in events or log records.
 */
export const semanticKernel: Framework = {
  slug: 'semantic-kernel',
  documentation:
    'https://learn.microsoft.com/en-us/semantic-kernel/concepts/enterprise-readiness/observability/',
  scopes: ['semantic_kernel', 'semantic_kernel.*', 'Microsoft.SemanticKernel*'],
  keys: ['semantic_kernel.*', 'sk.*'],
  values: { 'gen_ai.system': ['semantic_kernel'], 'gen_ai.provider.name': ['semantic_kernel'] },
  conventions: [genAi],
  refine({ name, scope }, draft) {
    // Functions, and the loop around them, were recorded by their names alone.
    const isFunction =
      scope.name.startsWith('semantic_kernel.functions') || name.startsWith('AutoFunctionInvocationLoop');
    if (isFunction) draft.observationType ??= 'chain';
  },
};
