import type { ObservationType, SpanCategory } from '../contract/common.ts';
import { responseIdOf } from '../decode/response-id.ts';
import type { Convention, Framework } from './convention.ts';
import { readEvents } from './conventions/events.ts';
import { type ResourceFields, environment, session, user } from './conventions/identity.ts';
import { metadata, prefixedMetadata, tags } from './conventions/labels.ts';
import { ownCost } from './conventions/own-cost.ts';
import { database, errorType, http, pendingSpan } from './conventions/plain.ts';
import { type ConventionBits, Detector, NO_ROW, bitOf } from './detect.ts';
import { type Draft, createDraft } from './draft.ts';
import { errorPreview } from './error-preview.ts';
import type { SpanFields, SpanInput } from './fields.ts';
import { keptName, keptNames } from './names.ts';
import { type Pricing, createPricing } from './pricing.ts';
import { FRAMEWORKS } from './registry.ts';
import { costOf, ownCostOf, usageOf } from './usage.ts';

export interface Extractor {
  /**
   * What the columns of a span hold. Never throws, whatever its attributes are, and keeps nothing of the span. The
   * price list apart, the answer follows from the span alone.
   */
  extract(span: SpanInput): SpanFields;
}

export interface ExtractorOptions {
  /** Prices of model calls; without it those of the bundled list. */
  readonly pricing?: Pricing;
}

/** Read on every span that carries one of their keys, after the framework's own. */
const COMMON: readonly Convention[] = [
  session,
  user,
  environment,
  tags,
  metadata,
  prefixedMetadata,
  ownCost,
  errorType,
  pendingSpan,
  database,
  http,
];

const CATEGORIES: Readonly<Record<ObservationType, SpanCategory>> = {
  generation: 'llm',
  embedding: 'llm',
  agent: 'agent',
  tool: 'tool',
  chain: 'chain',
  retriever: 'chain',
  reranker: 'chain',
  guardrail: 'chain',
  evaluator: 'chain',
  span: 'other',
};

interface Step {
  readonly bit: ConventionBits;
  readonly convention: Convention;
}

/** An extractor holds bounded caches and answers one span at a time: one a thread. */
export function createExtractor(options: ExtractorOptions = {}): Extractor {
  const pricing = options.pricing ?? createPricing();
  const conventions = [...new Set([...FRAMEWORKS.flatMap((row) => row.conventions), ...COMMON])];
  const stepsOf = (wanted: readonly Convention[]): Step[] =>
    wanted.map((convention) => ({ bit: bitOf(conventions.indexOf(convention)), convention }));
  const detector = new Detector(FRAMEWORKS, conventions);
  const frameworkSteps = FRAMEWORKS.map((row) => stepsOf(row.conventions));
  const commonSteps = stepsOf(COMMON);

  return {
    extract(span) {
      const draft = createDraft();
      const detection = detector.detect(span);
      const { row, resource } = detection;
      const framework = row === NO_ROW ? undefined : FRAMEWORKS[row];
      draft.hasError = span.statusCode === 2;
      if (framework !== undefined) run(frameworkSteps[row]!, detection, span, draft);
      run(commonSteps, detection, span, draft);
      if (framework !== undefined) framework.refine?.(span, draft);
      if (span.eventCount > 0) readEvents(span, draft, framework !== undefined);
      return finish(span, draft, framework, resource, pricing);
    },
  };
}

function run(steps: readonly Step[], { low, high }: ConventionBits, span: SpanInput, draft: Draft): void {
  for (const { bit, convention } of steps)
    if ((low & bit.low) !== 0 || (high & bit.high) !== 0) convention.read(span, draft);
}

function finish(
  span: SpanInput,
  draft: Draft,
  framework: Framework | undefined,
  resource: ResourceFields,
  pricing: Pricing,
): SpanFields {
  const observationType = draft.observationType ?? 'span';
  const category = observationType === 'span' ? (draft.category ?? 'other') : CATEGORIES[observationType];
  const usage = usageOf(draft);
  return {
    framework: draft.isBystander ? null : (draft.framework ?? framework?.slug ?? null),
    category,
    observationType,
    serviceName: keptName(resource.serviceName),
    sessionId: keptName(draft.sessionId ?? resource.sessionId),
    userId: keptName(draft.userId ?? resource.userId),
    environment: keptName(draft.environment ?? resource.environment),
    system: keptName(draft.system),
    requestModel: keptName(draft.requestModel),
    responseModel: keptName(draft.responseModel),
    responseId: category === 'llm' ? responseIdOf(span.attributes) : null,
    operationName: keptName(draft.operationName),
    agentName: keptName(draft.agentName),
    toolName: keptName(draft.toolName),
    finishReasons: keptNames(draft.finishReasons),
    tags: keptNames(draft.tags),
    metadata: draft.metadata,
    running: draft.running,
    usage,
    cost: costOf(span, draft, usage, pricing),
    hasOwnCost: (ownCostOf(draft) ?? 0) > 0,
    timeToFirstTokenMs: draft.timeToFirstTokenMs,
    requestDurationMs: draft.requestDurationMs,
    hasError: draft.hasError,
    errorPreview: draft.hasError ? errorPreview(span) : null,
    inputPreview: draft.inputPreview,
    outputPreview: draft.outputPreview,
  };
}
