import { isClaude } from '../claude.ts';
import { genAi } from '../conventions/gen-ai.ts';
import { openInference } from '../conventions/open-inference.ts';
import type { Framework } from '../convention.ts';

const OPENINFERENCE_JS = '@arizeai/openinference-instrumentation-bedrock';
const SYSTEMS = ['aws.bedrock', 'aws_bedrock'];

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
  conventions: [openInference, genAi],
  refine({ scope }, draft) {
    if (scope.name.startsWith(OPENINFERENCE_JS) && isClaude(draft)) draft.cacheIsBesideInput = true;
  },
};
