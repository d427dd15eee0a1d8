import type { ObservationType } from '../../contract/common.ts';
import { genAi } from '../conventions/gen-ai.ts';
import { openInference } from '../conventions/open-inference.ts';
import type { Convention, Framework } from '../convention.ts';
import { PREVIEW_LENGTH } from '../preview-length.ts';
import type { Draft } from '../draft.ts';
import type { SpanInput } from '../fields.ts';
import {
  SCAN_LIMIT,
  eachElement,
  memberStart,
  memberString,
  memberText,
  skipBlank,
  stringHead,
} from '../json-scan.ts';
import { clip, valuePreview } from '../preview.ts';

/** What OpenInference writes of the framework for JavaScript; that for Python has a span a call, as its conventions say. */
const EVENTS_SCOPE = '@arizeai/openinference-instrumentation-beeai';

/**
 * A span an event: `backend.openai.chat.start`, `.success` or `.error`, `.finish`. What came out stands for the call, since it
 * holds the tokens and the answer, for a tool what it was given as well. Around them is one span of what the program ran.
 */
const beeAiEvents: Convention = {
  keys: ['target', 'beeai.version'],
  read(span, draft) {
    if (span.scope.name !== EVENTS_SCOPE) return;
    const { attributes } = span;
    const target = attributes.string('target');
    const type = target === undefined ? typeOfRun(span) : typeOfEvent(target, span);
    draft.observationType ??= type;
    if (type === 'agent') draft.agentName ??= attributes.string('source') ?? null;
    if (kindOf(span) === 'LLM') draft.outputPreview ??= answerPreview(span);
    if (target === undefined || (type !== 'generation' && type !== 'tool')) return;
    const names = target.split('.');
    if (names.at(-1) === 'error') draft.hasError = true;
    if (type === 'tool') {
      draft.toolName ??= calledName(span, names.at(-2) ?? '');
      draft.inputPreview ??= valuePreview(attributes.get('tool.parameters'));
    }
  },
};

const kindOf = ({ attributes }: SpanInput): string | undefined =>
  attributes.string('openinference.span.kind');

/** Of a call the span around its events names the model; where it does not, no event was recorded (`createStructure`). */
function typeOfRun(span: SpanInput): ObservationType | null {
  const kind = kindOf(span);
  if (kind === 'LLM') return span.attributes.has('llm.model_name') ? 'chain' : 'generation';
  if (kind === 'TOOL') return 'chain';
  return kind === 'AGENT' ? 'agent' : null;
}

function typeOfEvent(target: string, span: SpanInput): ObservationType {
  const kind = kindOf(span);
  const isEnd = target.endsWith('.success') || target.endsWith('.error');
  if (isEnd && kind === 'LLM') return 'generation';
  if (isEnd && kind === 'TOOL') return 'tool';
  // What an agent did in one turn lies in the event that began it.
  return target === 'groupId' || (kind === 'AGENT' && target.endsWith('.start')) ? 'chain' : 'span';
}

/** A streamed answer is a message a piece. */
function answerPreview({ attributes }: SpanInput): string | null {
  const output = attributes.string('output.value');
  if (output?.startsWith('[') !== true) return null;
  const limit = Math.min(output.length, SCAN_LIMIT);
  let text = '';
  eachElement(output, 0, limit, (message) => {
    const content = memberStart(output, message, 'content', limit);
    const piece =
      content < 0 ? -1 : memberStart(output, skipBlank(output, content + 1, limit), 'text', limit);
    if (piece >= 0) text += stringHead(output, piece, PREVIEW_LENGTH) ?? '';
    return text.length < PREVIEW_LENGTH;
  });
  return clip(text);
}

/** The call that an agent ran a tool for, at the end of what it hands along. */
const CALL = '"toolCallMsg":';

/**
 * Events are named in camel case. What a model called the tool stands in its call, which what runs inside of the tool is handed
 * along as well: another tool's name differs, and so do its arguments.
 */
function calledName({ attributes }: SpanInput, name: string): string | null {
  const metadata = attributes.string('metadata') ?? '';
  const at = metadata.lastIndexOf(CALL);
  const call = at < 0 ? '' : metadata.slice(at + CALL.length);
  const called = memberString(call, 'toolName');
  const isOwn =
    called !== null &&
    (lettersOf(called) === lettersOf(name) ||
      memberText(call, 'args') === attributes.string('tool.parameters'));
  return isOwn ? called : name || null;
}

const lettersOf = (name: string): string => name.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();

/** The name of a model's provider is in that of its events, should it have been cut off behind the pieces of an answer. */
function refine({ scope, attributes }: SpanInput, draft: Draft): void {
  if (scope.name !== EVENTS_SCOPE) return;
  if (draft.observationType !== 'tool') draft.toolName = null;
  const names = attributes.string('target')?.split('.') ?? [];
  if (draft.observationType === 'generation' && names[0] === 'backend') draft.system ??= names[1] ?? null;
  // The whole memory of the agent.
  if (draft.metadata?.includes(CALL) === true) draft.metadata = null;
}

export const beeAi: Framework = {
  slug: 'beeai',
  documentation: 'https://arize-ai.github.io/openinference/js/packages/openinference-instrumentation-beeai',
  scopes: [EVENTS_SCOPE, 'openinference.instrumentation.beeai*'],
  keys: ['beeai.version'],
  conventions: [beeAiEvents, openInference, genAi],
  refine,
};
