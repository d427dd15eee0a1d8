import type { ObservationType } from '../../contract/common.ts';
import { genAi } from '../conventions/gen-ai.ts';
import type { Framework } from '../convention.ts';
import { readName } from '../draft.ts';

/** What Gemini CLI calls its operations, as `gen_ai.operation.name` and, in older versions, as the span's name. */
const OPERATIONS: ReadonlyMap<string, ObservationType> = new Map(
  Object.entries<ObservationType>({
    llm_call: 'generation',
    tool_call: 'tool',
    agent_call: 'agent',
    user_prompt: 'agent',
    system_prompt: 'chain',
    schedule_tool_calls: 'chain',
    schedule: 'chain',
    generateContent: 'generation',
    generateContentStream: 'generation',
  }),
);

/** Input includes cached tokens; thoughts stand beside the output, as in Gemini's API. */
export const geminiCli: Framework = {
  slug: 'gemini-cli',
  documentation: 'https://github.com/google-gemini/gemini-cli/blob/main/docs/cli/telemetry.md',
  scopes: ['gemini-cli'],
  keys: ['gemini_cli.*'],
  resource: { 'service.name': 'gemini-cli' },
  conventions: [genAi],
  refine(span, draft) {
    const operation = readName(span.attributes, 'gen_ai.operation.name') ?? span.name;
    draft.observationType = OPERATIONS.get(operation) ?? draft.observationType;
    if (draft.observationType === 'tool')
      draft.toolName ??= readName(span.attributes, 'gen_ai.tool.name', 'tool.name', 'function_name');
  },
};
