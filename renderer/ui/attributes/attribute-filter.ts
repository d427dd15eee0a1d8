import type { Config } from '../../../collector/contract/config.ts';
import type { FilterOptions } from '../../../collector/contract/filter-options.ts';
import { fieldKind } from '../../lib/filter-fields.ts';
import type { Condition } from '../../lib/filters.ts';
import type { Attribute } from './attributes.ts';

/** Longer values would make an address that no server takes. */
const MOST_CHARACTERS = 1000;

/** The filter for an attribute and its value; for a list, an object or a very long text, that the key is there. */
export function attributeCondition({ key, value }: Attribute): Condition {
  const isPlain = typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean';
  if (isPlain || (typeof value === 'string' && value.length <= MOST_CHARACTERS))
    return { key, op: 'eq', value };
  return { key, op: 'is_not_null' };
}

/** Attribute keys that a column of spans answers for: lists know them whatever is configured (`FIELD_OF_KEY`). */
export const COLUMN_KEYS: readonly string[] = [
  'gen_ai.operation.name',
  'gen_ai.provider.name',
  'gen_ai.request.model',
  'gen_ai.response.model',
  'gen_ai.response.finish_reasons',
  'gen_ai.agent.name',
  'gen_ai.tool.name',
  'gen_ai.usage.input_tokens',
  'gen_ai.usage.output_tokens',
  'service.name',
  'session.id',
  'user.id',
  'deployment.environment.name',
];

/**
 * What a list that is asked for a key has to look at: its spans or their index; nothing yet, since the key was named in the
 * settings after the spans came; or nothing ever, since it is not indexed.
 */
export type Indexing = 'indexed' | 'named' | 'unindexed';

/** Whether lists can be asked for a key: of attributes only indexed ones find anything. */
export function indexingOf(
  key: string,
  { attributes }: Pick<FilterOptions, 'attributes'>,
  settings: Config['otel']['attributes'],
): Indexing {
  if (fieldKind(key) !== undefined || COLUMN_KEYS.includes(key)) return 'indexed';
  if (attributes.some((known) => known.key === key)) return 'indexed';
  if (settings.auto_index_genai && key.startsWith('gen_ai.')) return 'indexed';
  const isNamed = settings.span_attributes.includes(key) || settings.trace_attributes.includes(key);
  return isNamed ? 'named' : 'unindexed';
}

/** The keys by which a condition wants something that is there; without an index nothing can fulfil it. */
export function wantedKeys(conditions: readonly Condition[]): readonly string[] {
  return conditions.filter(({ op }) => op !== 'ne' && op !== 'is_null').map(({ key }) => key);
}
