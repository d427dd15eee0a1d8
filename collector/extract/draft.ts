import type { ObservationType, SpanCategory } from '../contract/common.ts';
import type { AttributeValue, Attributes } from '../decode/records.ts';

/** Beyond this a number is a mistake of the exporter, not a count. */
export const MAX_COUNT = 1e12;
/** Dollars; one call that costs more is a mistake of the exporter. */
export const MAX_COST = 1000;

/**
 * The fields of a span while they are being gathered, names not cut yet. Null: not known yet; readers fill nulls and
 * leave the rest.
 */
export interface Draft {
  /** Set by a framework's `refine` where its attributes' values name another one. */
  framework: string | null;
  /** Set by a framework's `refine` where the span has nothing to do with AI, whatever its keys are. */
  isBystander: boolean;
  observationType: ObservationType | null;
  /** Set where it does not follow from the observation type. */
  category: SpanCategory | null;
  sessionId: string | null;
  userId: string | null;
  environment: string | null;
  system: string | null;
  requestModel: string | null;
  responseModel: string | null;
  operationName: string | null;
  agentName: string | null;
  toolName: string | null;
  finishReasons: readonly string[] | null;
  tags: readonly string[] | null;
  metadata: string | null;
  running: boolean;
  hasError: boolean;
  timeToFirstTokenMs: number | null;
  requestDurationMs: number | null;
  inputPreview: string | null;
  outputPreview: string | null;
  inputTokens: number | null;
  outputTokens: number | null;
  totalTokens: number | null;
  cacheReadTokens: number | null;
  cacheWriteTokens: number | null;
  reasoningTokens: number | null;
  /** Those of `cacheWriteTokens` that are kept for an hour: they cost more. */
  cacheWriteHourTokens: number | null;
  audioInputTokens: number | null;
  audioOutputTokens: number | null;
  /** The source reports cached tokens beside `inputTokens`, not as a part of it. */
  cacheIsBesideInput: boolean;
  /** The source reports reasoning tokens beside `outputTokens`, not as a part of it. */
  reasoningIsBesideOutput: boolean;
  /** What the span itself says it cost, in dollars. */
  inputCost: number | null;
  outputCost: number | null;
  totalCost: number | null;
}

export function createDraft(): Draft {
  return {
    framework: null,
    isBystander: false,
    observationType: null,
    category: null,
    sessionId: null,
    userId: null,
    environment: null,
    system: null,
    requestModel: null,
    responseModel: null,
    operationName: null,
    agentName: null,
    toolName: null,
    finishReasons: null,
    tags: null,
    metadata: null,
    running: false,
    hasError: false,
    timeToFirstTokenMs: null,
    requestDurationMs: null,
    inputPreview: null,
    outputPreview: null,
    inputTokens: null,
    outputTokens: null,
    totalTokens: null,
    cacheReadTokens: null,
    cacheWriteTokens: null,
    reasoningTokens: null,
    cacheWriteHourTokens: null,
    audioInputTokens: null,
    audioOutputTokens: null,
    cacheIsBesideInput: false,
    reasoningIsBesideOutput: false,
    inputCost: null,
    outputCost: null,
    totalCost: null,
  };
}

/** A name or id: the first of `keys` that holds text or a number; null when none does. */
export function readName(attributes: Attributes, ...keys: readonly string[]): string | null {
  for (const key of keys) {
    const name = nameOf(attributes.get(key));
    if (name !== null) return name;
  }
  return null;
}

function nameOf(value: AttributeValue | undefined): string | null {
  if (typeof value === 'string') return value === '' || isScrubbed(value) ? null : value;
  return typeof value === 'bigint' || typeof value === 'number' ? String(value) : null;
}

/** What Logfire's scrubber leaves of a value whose key looks secret, `session` among them: it names nothing. */
const isScrubbed = (value: string): boolean => value.startsWith('[') && value.startsWith('[Scrubbed due to ');

/** A count of tokens: the first of `keys` that holds a number from 0 to 10^12, rounded; null when none does. */
export function readCount(attributes: Attributes, ...keys: readonly string[]): number | null {
  for (const key of keys) {
    const value = attributes.number(key);
    if (value !== undefined && value >= 0 && value <= MAX_COUNT) return Math.round(value);
  }
  return null;
}

/** The first of `keys` that holds a number from 0 to `max`, as it is; null when none does. */
export function readNumber(attributes: Attributes, max: number, ...keys: readonly string[]): number | null {
  for (const key of keys) {
    const value = attributes.number(key);
    if (value !== undefined && value >= 0 && value <= max) return value;
  }
  return null;
}

/** Strings as an array, as one string or as a JSON array's text; null when absent. At most 100 of them. */
export function readStrings(attributes: Attributes, ...keys: readonly string[]): readonly string[] | null {
  for (const key of keys) {
    const strings = stringsOf(attributes.strings(key));
    if (strings !== null) return strings;
  }
  return null;
}

function stringsOf(values: readonly string[] | undefined): readonly string[] | null {
  if (values === undefined || values.length === 0) return null;
  const [first] = values;
  const strings = values.length === 1 && first?.startsWith('[') ? (parseStrings(first) ?? values) : values;
  const kept = strings.filter((text) => text !== '');
  return kept.length === 0 ? null : kept.slice(0, 100);
}

function parseStrings(text: string): string[] | null {
  if (text.length > 10_000) return null;
  try {
    const value: unknown = JSON.parse(text);
    if (!Array.isArray(value)) return null;
    const strings = value.filter((item): item is string => typeof item === 'string');
    // Escapes may say halves of surrogate pairs, which SQLite would take for another character.
    return strings.map((text) => text.toWellFormed());
  } catch {
    return null;
  }
}
