import type { AttributeValue } from '../../decode/records.ts';
import type { Convention } from '../convention.ts';
import { readStrings } from '../draft.ts';
import { SCAN_LIMIT } from '../json-scan.ts';
import { cutValue } from '../cut-value.ts';
import { parseRecordedJson } from '../../lib/recorded-json.ts';
import { IDENTITY_KEYS } from './identity.ts';

const TAG_KEYS = [
  'tag.tags',
  'langfuse.trace.tags',
  'mastra.tags',
  'ai.telemetry.metadata.tags',
  'ai.settings.context.tags',
  'logfire.tags',
  'traceloop.association.properties.tags',
  'lmnr.association.properties.tags',
  'langwatch.labels',
  'braintrust.tags',
] as const;

export const tags: Convention = {
  keys: TAG_KEYS,
  read(span, draft) {
    draft.tags ??= readStrings(span.attributes, ...TAG_KEYS);
  },
};

/** OpenInference's `metadata`: a JSON object's text, or the object itself. */
export const metadata: Convention = {
  keys: ['metadata'],
  read(span, draft) {
    draft.metadata ??= objectText(span.attributes.get('metadata'));
  },
};

/** What users attach to a span, an attribute each. */
const PREFIXES = [
  'ai.telemetry.metadata.',
  'ai.settings.context.',
  'langfuse.trace.metadata.',
  'langfuse.observation.metadata.',
  'mastra.metadata.',
  'traceloop.association.properties.',
  'lmnr.association.properties.metadata.',
  'langsmith.metadata.',
  'mlflow.traceTag.',
];

/** Tags, and the provider's answer and its headers, which Mastra keeps under this prefix. */
const NOT_METADATA = /\.tags$|^mastra\.metadata\.(body|headers)$/;

/** Attributes under a prefix as one object, e.g. `ai.telemetry.metadata.*` of the AI SDK. */
export const prefixedMetadata: Convention = {
  keys: PREFIXES.map((prefix) => `${prefix}*`),
  read(span, draft) {
    if (draft.metadata !== null) return;
    const entries: [string, unknown][] = [];
    for (const key of span.attributes.keys()) {
      const name = nameBehindPrefix(key);
      const value = name === null ? undefined : span.attributes.get(key);
      if (name !== null && value !== undefined) entries.push([name, cutValue(value, 2000)]);
      if (entries.length === 100) break;
    }
    if (entries.length > 0) draft.metadata = JSON.stringify(Object.fromEntries(entries));
  },
};

/** All prefixes at once: this looks at every key of a span. */
const PREFIXED = new RegExp(`^(?:${PREFIXES.map((prefix) => prefix.replaceAll('.', '\\.')).join('|')})`);

function nameBehindPrefix(key: string): string | null {
  const prefix = PREFIXED.exec(key)?.[0];
  if (prefix === undefined || IDENTITY_KEYS.has(key) || NOT_METADATA.test(key)) return null;
  return key.slice(prefix.length);
}

function objectText(value: AttributeValue | undefined): string | null {
  if (value instanceof Map) return JSON.stringify(cutValue(value, SCAN_LIMIT));
  if (typeof value !== 'string' || value.length > SCAN_LIMIT || !value.startsWith('{')) return null;
  try {
    parseRecordedJson(value);
    return value;
  } catch {
    return null;
  }
}
