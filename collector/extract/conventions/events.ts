import type { SpanEventRecord } from '../../decode/records.ts';
import { type Draft, readName } from '../draft.ts';
import type { SpanInput } from '../fields.ts';
import { memberString } from '../json-scan.ts';
import { inputPreview, outputPreview, valuePreview } from '../preview.ts';
import { isControlFlow } from './control-flow.ts';

/** Where Azure's SDKs and Semantic Kernel write all of an event's fields as JSON. */
const CONTENT = 'gen_ai.event.content';

const STOPPED = /"finish_reason":\s*"interrupt"/;

const FIRST_TOKEN_EVENTS: ReadonlySet<string> = new Set([
  'ai.stream.firstChunk',
  'First Token Stream Event',
  'gen_ai.content.completion.first_chunk',
  'llm.content.completion.chunk',
  'mlflow.chunk.item.0',
]);

/**
 * What only events say: exceptions, messages (conventions before 1.37, and the details event since), the moment of the
 * first token. Events are decoded when first asked for, so this is called only for spans that have some.
 */
export function readEvents(span: SpanInput, draft: Draft, isAi: boolean): void {
  const events = span.events();
  for (const event of events) if (isAi && event.name !== 'exception') readAiEvent(span, event, draft);
  const exceptions = events.filter(({ name }) => name === 'exception');
  if (exceptions.length > 0)
    draft.hasError = !isAi || !exceptions.every((event) => isControlFlow(event, span));
}

function readAiEvent(span: SpanInput, event: SpanEventRecord, draft: Draft): void {
  const { name, attributes } = event;
  if (name === 'gen_ai.user.message' || name === 'gen_ai.content.prompt')
    draft.inputPreview ??= inputPreview(
      attributes.get('content') ?? attributes.get('gen_ai.prompt') ?? attributes.get(CONTENT),
    );
  else if (name === 'gen_ai.choice') readChoice(event, draft);
  // What a run of an agent's wrote into its thread: such a span has no choices.
  else if (name === 'gen_ai.assistant.message' && draft.observationType === 'agent')
    draft.outputPreview = outputPreview(attributes.get(CONTENT)) ?? draft.outputPreview;
  else if (name === 'gen_ai.content.completion')
    draft.outputPreview = outputPreview(attributes.get('gen_ai.completion')) ?? draft.outputPreview;
  else if (name === 'gen_ai.tool.message' && draft.observationType === 'tool')
    draft.inputPreview ??= valuePreview(attributes.get('content'));
  else if (name === 'gen_ai.client.inference.operation.details') {
    draft.inputPreview ??= inputPreview(attributes.get('gen_ai.input.messages'));
    const answer = attributes.get('gen_ai.output.messages');
    const hasStopped = (): boolean => typeof answer === 'string' && STOPPED.test(answer);
    draft.outputPreview ??= withoutEcho(outputPreview(answer), draft, hasStopped);
  } else if (FIRST_TOKEN_EVENTS.has(name)) {
    const waited = Number(event.timeUnixNano - span.startUnixNano) / 1e6;
    if (waited >= 0 && waited < 86_400_000) draft.timeToFirstTokenMs ??= waited;
  }
}

function readChoice({ attributes }: SpanEventRecord, draft: Draft): void {
  const message = attributes.get('message') ?? attributes.get('content') ?? attributes.get(CONTENT);
  const reason =
    readName(attributes, 'finish_reason') ?? memberString(attributes.string(CONTENT), 'finish_reason');
  draft.outputPreview ??=
    draft.observationType === 'tool'
      ? valuePreview(message)
      : withoutEcho(outputPreview(message), draft, () => reason === 'interrupt');
  if (reason !== null) draft.finishReasons ??= [reason];
}

/** An agent of Strands for TypeScript that stops to ask a person returns what it was asked as what it said. */
const withoutEcho = (answer: string | null, draft: Draft, hasStopped: () => boolean): string | null =>
  draft.observationType === 'agent' && answer === draft.inputPreview && hasStopped() ? null : answer;
