import type { ObservationType } from '../../contract/common.ts';
import { genAi } from '../conventions/gen-ai.ts';
import { jsonFields } from '../conventions/json-value.ts';
import type { Convention, Framework } from '../convention.ts';
import { PREVIEW_LENGTH } from '../preview-length.ts';
import { type Draft, readName } from '../draft.ts';
import type { SpanInput } from '../fields.ts';
import { SCAN_LIMIT, eachElement, memberStart, memberText } from '../json-scan.ts';
import { pieceAt, speakerOf, textAt } from '../message-text.ts';
import { clip } from '../preview.ts';

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

/** What its functions took and gave, under the keys of the conventions' messages. */
const INPUT = 'gen_ai.input.messages';
const OUTPUT = 'gen_ai.output.messages';
const AGENT = 'gen_ai.agent.name';

const functions: Convention = {
  keys: ['gen_ai.operation.name'],
  read({ attributes }, draft) {
    const type = OPERATIONS.get(readName(attributes, 'gen_ai.operation.name') ?? '');
    const input = attributes.string(INPUT) ?? '';
    const output = attributes.string(OUTPUT) ?? '';
    if (type === 'tool') {
      draft.inputPreview ??= clip(memberText(input, 'args'));
      draft.outputPreview ??= clip(
        ['response', 'responseParts', 'functionResponse', 'response'].reduce(memberText, output),
      );
    } else if (type === 'generation') {
      draft.inputPreview ??= clip(askedIn(input));
      draft.outputPreview ??= clip(answerOf(output));
    }
    if (type === 'agent') draft.agentName ??= jsonFields(attributes, INPUT)?.name('agent_name') ?? null;
  },
};

/** What the program says of the machine and the folder, before the first words of the person. */
const CONTEXT = '<session_context>';

/** The first words of a person, which are a part of their own behind the context, or a message. */
function askedIn(text: string): string {
  let asked = '';
  if (!text.startsWith('[')) return asked;
  const limit = Math.min(text.length, SCAN_LIMIT);
  eachElement(text, 0, limit, (message) => {
    const parts = memberStart(text, message, 'parts', limit);
    if (parts < 0 || speakerOf(text, message, limit) !== 'user') return true;
    eachElement(text, parts, limit, (part) => {
      const said = textAt(text, part, 0) ?? '';
      if (!said.startsWith(CONTEXT)) asked = said;
      return asked === '';
    });
    return asked === '';
  });
  return asked;
}

/** An answer is written down chunk by chunk, each a message. */
function answerOf(text: string): string {
  let answer = '';
  if (!text.startsWith('[')) return answer;
  eachElement(text, 0, Math.min(text.length, SCAN_LIMIT), (chunk) => {
    answer += pieceAt(text, chunk);
    return answer.length < PREVIEW_LENGTH;
  });
  return answer;
}

/**
 * The program names itself on all spans, also below an agent that another one called: these have its name by where they
 * stand. Of those of a person's prompt the model's calls alone say so, by the id that the session's begins.
 */
function isNamedRight({ attributes }: SpanInput, draft: Draft): boolean {
  if (draft.agentName !== readName(attributes, AGENT)) return true;
  const session = attributes.string('gen_ai.conversation.id') ?? '';
  const prompt = attributes.string('gen_ai.prompt.name');
  return draft.observationType === 'generation' && (prompt === undefined || prompt.startsWith(session));
}

/** Input includes cached tokens; thoughts stand beside the output, as in Gemini's API. */
export const geminiCli: Framework = {
  slug: 'gemini-cli',
  documentation: 'https://github.com/google-gemini/gemini-cli/blob/main/docs/cli/telemetry.md',
  scopes: ['gemini-cli'],
  keys: ['gemini_cli.*'],
  resource: { 'service.name': 'gemini-cli' },
  conventions: [functions, genAi],
  refine(span, draft) {
    const operation = readName(span.attributes, 'gen_ai.operation.name') ?? span.name;
    draft.observationType = OPERATIONS.get(operation) ?? draft.observationType;
    if (!isNamedRight(span, draft)) draft.agentName = null;
    if (draft.observationType === 'tool')
      draft.toolName ??= readName(span.attributes, 'gen_ai.tool.name', 'tool.name', 'function_name');
  },
};
