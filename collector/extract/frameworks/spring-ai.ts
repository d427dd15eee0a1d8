import type { ObservationType } from '../../contract/common.ts';
import { genAi } from '../conventions/gen-ai.ts';
import type { Convention, Framework } from '../convention.ts';
import { type Draft, readName } from '../draft.ts';
import type { SpanInput } from '../fields.ts';
import { valuePreview } from '../preview.ts';
import { otelGenAi } from './otel-genai.ts';

/** `spring.ai.kind`, of all but models' spans. A vector store that is written to is a database and nothing else. */
const KINDS: ReadonlyMap<string, ObservationType> = new Map(
  Object.entries<ObservationType>({ chat_client: 'chain', advisor: 'chain', tool_call: 'tool' }),
);

const springKinds: Convention = {
  keys: ['spring.ai.*'],
  read({ attributes }, draft) {
    const kind = attributes.string('spring.ai.kind') ?? '';
    draft.observationType ??= KINDS.get(kind) ?? null;
    draft.toolName ??= readName(attributes, 'spring.ai.tool.definition.name');
    if (kind === 'tool_call') {
      draft.inputPreview ??= valuePreview(attributes.get('spring.ai.tool.call.arguments'));
      draft.outputPreview ??= valuePreview(attributes.get('spring.ai.tool.call.result'));
    }
    if (kind === 'vector_store' && attributes.string('db.operation.name') === 'query') {
      draft.observationType ??= 'retriever';
      draft.inputPreview ??= valuePreview(attributes.get('db.vector.query.content'));
    }
  },
};

/** What stands for the model of a request that named none, and of one that was not answered. */
const NO_MODEL = 'none';
/** Their APIs count cached tokens beside the input, and Spring AI hands that on. */
const CACHE_BESIDE_INPUT: ReadonlySet<string> = new Set(['anthropic', 'bedrock_converse']);

function refine({ attributes }: SpanInput, draft: Draft): void {
  // LangChain4j is observed through the same tracer, and names the provider by the conventions' newer key.
  if (attributes.has('gen_ai.provider.name')) {
    draft.framework = otelGenAi.slug;
    return;
  }
  if (draft.requestModel === NO_MODEL) draft.requestModel = null;
  if (draft.responseModel === NO_MODEL) draft.responseModel = null;
  if (CACHE_BESIDE_INPUT.has(draft.system ?? '')) draft.cacheIsBesideInput = true;
}

/** Spring AI for Java and Kotlin: what Micrometer observes of it, through the one tracer that Spring Boot has. */
export const springAi: Framework = {
  slug: 'spring-ai',
  documentation: 'https://docs.spring.io/spring-ai/reference/observability/index.html',
  sharedScopes: ['org.springframework.boot'],
  keys: ['spring.ai.*'],
  values: { 'gen_ai.system': ['spring_ai'] },
  conventions: [springKinds, genAi],
  refine,
};
