import { genAi } from '../conventions/gen-ai.ts';
import type { Convention, Framework } from '../convention.ts';
import { readName } from '../draft.ts';

const SERVICE = 'langtrace.service.name';
const TYPE = 'langtrace.service.type';
const SDK = 'langtrace.sdk.name';

/** Whom a call went to, which the conventions have under another key: `openai`, in Python `OpenAI`. */
const service: Convention = {
  keys: [SERVICE, TYPE, SDK],
  read({ attributes }, draft) {
    const type = attributes.string(TYPE);
    if (type === 'llm') draft.system ??= readName(attributes, SERVICE)?.toLowerCase() ?? null;
    else if (type === 'vectordb') draft.category ??= 'db';
    // A framework's step, or a function that a program traces by itself.
    else if (!attributes.has('gen_ai.operation.name')) draft.observationType ??= 'chain';
    draft.userId ??= readName(attributes, 'gen_ai.user');
  },
};

/** Langtrace's SDKs: the GenAI conventions as of 1.27, with the provider under a key of its own. */
export const langtrace: Framework = {
  slug: 'langtrace',
  documentation: 'https://docs.langtrace.ai/',
  keys: service.keys,
  conventions: [service, genAi],
};
