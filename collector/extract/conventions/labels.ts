import type { AttributeValue } from '../../decode/records.ts';
import type { Convention } from '../convention.ts';
import { readStrings } from '../draft.ts';
import { SCAN_LIMIT } from '../json-scan.ts';
import { plainValue } from '../plain-value.ts';
import { IDENTITY_KEYS } from './identity.ts';

const TAG_KEYS = [
  'tag.tags',
  'ai.telemetry.metadata.tags',
  'ai.settings.context.tags',
  'logfire.tags',
  'traceloop.association.properties.tags',
] as const;

export const tags: Convention = {
  name: 'tags',
  keys: TAG_KEYS,
  read(span, draft) {
    draft.tags ??= readStrings(span.attributes, ...TAG_KEYS);
  },
};

/** OpenInference's `metadata`: a JSON object's text, or the object itself. */
export const metadata: Convention = {
  name: 'metadata',
  keys: ['metadata'],
  read(span, draft) {
    draft.metadata ??= objectText(span.attributes.get('metadata'));
  },
};

/** What users attach to a span, an attribute each: the AI SDK, OpenLLMetry, LangSmith, MLflow. */
const PREFIXES = [
  'ai.telemetry.metadata.',
  'ai.settings.context.',
  'traceloop.association.properties.',
  'langsmith.metadata.',
  'mlflow.traceTag.',
] as const;

/** Attributes under a prefix as one object. */
export const prefixedMetadata: Convention = {
  name: 'prefixed metadata',
  keys: PREFIXES.map((prefix) => `${prefix}*`),
  read(span, draft) {
    if (draft.metadata !== null) return;
    const entries: [string, unknown][] = [];
    for (const key of span.attributes.keys()) {
      const name = nameBehindPrefix(key);
      const value = name === null ? undefined : span.attributes.get(key);
      if (name !== null && value !== undefined) entries.push([name, plainValue(value, 2000)]);
      if (entries.length === 100) break;
    }
    if (entries.length > 0) draft.metadata = JSON.stringify(Object.fromEntries(entries));
  },
};

function nameBehindPrefix(key: string): string | null {
  const prefix = PREFIXES.find((start) => key.startsWith(start));
  if (prefix === undefined || IDENTITY_KEYS.has(key) || key.endsWith('.tags')) return null;
  return key.slice(prefix.length);
}

function objectText(value: AttributeValue | undefined): string | null {
  if (value instanceof Map) return JSON.stringify(plainValue(value, SCAN_LIMIT));
  if (typeof value !== 'string' || value.length > SCAN_LIMIT || !value.startsWith('{')) return null;
  try {
    JSON.parse(value);
    return value;
  } catch {
    return null;
  }
}
