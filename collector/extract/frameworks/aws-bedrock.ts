import { isClaude } from '../claude.ts';
import { genAi } from '../conventions/gen-ai.ts';
import { openInference } from '../conventions/open-inference.ts';
import type { Convention, Framework } from '../convention.ts';
import { MAX_COUNT, type Draft } from '../draft.ts';
import { SCAN_LIMIT, memberNumber, memberStart, memberString } from '../json-scan.ts';

const OPENINFERENCE_JS = '@arizeai/openinference-instrumentation-bedrock';
const SYSTEMS = ['aws.bedrock', 'aws_bedrock'];
/** What stands before a model's name in its id; models' names have figures or hyphens. */
const VENDOR = /^[a-z]+$/;
/** Vendors as they begin a model's id, by `llm.system`; it says `amazon` of those that it does not know as well. */
const VENDORS: ReadonlyMap<string, string> = new Map([
  ['amazon', 'amazon'],
  ['meta', 'meta'],
  ['mistralai', 'mistral'],
  ['cohere', 'cohere'],
  ['ai21', 'ai21'],
]);
const AMAZONS = /^(?:nova|titan)-/;

/**
 * OpenInference for JavaScript names a model by what follows the first dot of its id, of an inference profile
 * (`us.anthropic.claude-…`) the vendor. What Converse was asked has the id, what InvokeModel answers with Claude the model.
 */
const openInferenceJs: Convention = {
  keys: ['llm.model_name'],
  read({ scope, attributes }, draft) {
    if (!scope.name.startsWith(OPENINFERENCE_JS)) return;
    draft.requestModel ??= memberString(attributes.string('input.value'), 'modelId');
    const output = attributes.string('output.value');
    draft.responseModel ??= memberString(output, 'model');
    if (output !== undefined) readConverseCache(output, draft);
  },
};

/** It counts no cached tokens of Converse's answers, which say them. */
function readConverseCache(output: string, draft: Draft): void {
  const usage = memberStart(output, 0, 'usage', Math.min(output.length, SCAN_LIMIT));
  const count = (name: string): number | null => {
    const value = usage < 0 ? null : memberNumber(output, usage, name);
    return value !== null && Number.isInteger(value) && value >= 0 && value <= MAX_COUNT ? value : null;
  };
  draft.cacheReadTokens ??= count('cacheReadInputTokens');
  draft.cacheWriteTokens ??= count('cacheWriteInputTokens');
}

/** By their names alone nobody knows what models cost here. */
function modelId(name: string | null, system = ''): string | null {
  if (name === null || VENDOR.test(name)) return null;
  const vendor = name.includes('.') ? undefined : VENDORS.get(system);
  return vendor === undefined || (vendor === 'amazon' && !AMAZONS.test(name)) ? name : `${vendor}.${name}`;
}

/**
 * Bedrock's runtime and agents, as OpenTelemetry's instrumentations of the AWS SDKs and OpenInference record them. Converse
 * counts cached tokens beside the input and in its total; who adds them to the input is told by the numbers. InvokeModel has
 * no total for Claude, and hands its numbers on.
 */
export const awsBedrock: Framework = {
  slug: 'aws-bedrock',
  documentation: 'https://opentelemetry.io/docs/specs/semconv/gen-ai/aws-bedrock/',
  scopes: [
    'opentelemetry.instrumentation.botocore.bedrock*',
    'openinference.instrumentation.bedrock*',
    `${OPENINFERENCE_JS}*`,
  ],
  sharedScopes: ['@opentelemetry/instrumentation-aws-sdk', 'opentelemetry.instrumentation.botocore*'],
  keys: ['aws.bedrock.*'],
  values: { 'gen_ai.system': SYSTEMS, 'gen_ai.provider.name': SYSTEMS },
  conventions: [openInferenceJs, openInference, genAi],
  refine({ scope, attributes }, draft) {
    if (!scope.name.startsWith(OPENINFERENCE_JS)) return;
    if (isClaude(draft)) draft.cacheIsBesideInput = true;
    draft.requestModel = modelId(draft.requestModel, attributes.string('llm.system'));
  },
};
