import type { Draft } from './draft.ts';

/** Whether the model is one of Anthropic's, whose API, and Bedrock's for them, counts cached tokens beside the input. */
export const isClaude = ({ responseModel, requestModel }: Draft): boolean =>
  /claude|anthropic/i.test(responseModel ?? requestModel ?? '');
