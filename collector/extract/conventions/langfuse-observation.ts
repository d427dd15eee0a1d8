import type { ObservationType } from '../../contract/common.ts';
import { callsModel } from '../../contract/model-calls.ts';
import type { Convention } from '../convention.ts';
import { type Draft, readName } from '../draft.ts';
import type { SpanInput } from '../fields.ts';
import { inputPreview, outputPreview, valuePreview } from '../preview.ts';
import { readMoment } from '../time.ts';
import { readCostDetails, readUsageDetails } from './langfuse-usage.ts';

const TYPES: ReadonlyMap<string, ObservationType> = new Map(
  Object.entries<ObservationType>({
    generation: 'generation',
    embedding: 'embedding',
    agent: 'agent',
    tool: 'tool',
    chain: 'chain',
    retriever: 'retriever',
    evaluator: 'evaluator',
    guardrail: 'guardrail',
  }),
);

/** Langfuse's SDKs write what they observed as one attribute a field; values that are no text are JSON. */
export const langfuseObservation: Convention = {
  keys: ['langfuse.*'],
  read(span, draft) {
    const { attributes } = span;
    const type = attributes.string('langfuse.observation.type');
    if (type !== undefined) {
      draft.observationType ??= TYPES.get(type) ?? null;
      // A plain span wraps a function of the program.
      if (draft.observationType === null) draft.category ??= 'chain';
    }
    const isModel = callsModel(draft.observationType);
    draft.requestModel ??= readName(attributes, 'langfuse.observation.model.name');
    if (type === undefined && draft.requestModel !== null) draft.observationType ??= 'generation';
    if (draft.observationType === 'agent') draft.agentName ??= span.name || null;
    if (draft.observationType === 'tool') draft.toolName ??= span.name || null;
    if (attributes.string('langfuse.observation.level') === 'ERROR') draft.hasError = true;
    draft.timeToFirstTokenMs ??= readMoment(span, 'langfuse.observation.completion_start_time');
    if (isModel) readUsageDetails(attributes.string('langfuse.observation.usage_details'), draft);
    readCostDetails(attributes.string('langfuse.observation.cost_details'), draft);
    readPreviews(span, draft);
  },
};

function readPreviews({ attributes }: SpanInput, draft: Draft): void {
  const isTool = draft.observationType === 'tool';
  const input = attributes.get('langfuse.observation.input') ?? attributes.get('langfuse.trace.input');
  const output = attributes.get('langfuse.observation.output') ?? attributes.get('langfuse.trace.output');
  draft.inputPreview ??= isTool ? valuePreview(input) : inputPreview(input);
  draft.outputPreview ??= isTool ? valuePreview(output) : outputPreview(output);
}
