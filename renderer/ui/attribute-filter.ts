import type { FilterOptions } from '../../collector/contract/filter-options.ts';
import type { Attribute } from '../lib/attributes.ts';
import type { Condition } from '../lib/filters.ts';

/** Longer values would make an address that no server takes. */
const MOST_CHARACTERS = 1000;

/** The filter for an attribute as a span has it; of what is no single value, or a very long one, that the key is there. */
export function attributeCondition({ key, value }: Attribute): Condition {
  if (typeof value === 'number' || typeof value === 'boolean') return { key, op: 'eq', value };
  if (typeof value === 'string' && value.length <= MOST_CHARACTERS) return { key, op: 'eq', value };
  return { key, op: 'is_not_null' };
}

/** Keys that lists know by a field of their own, whatever is configured (API.md section 3). */
const OWN_KEYS: ReadonlySet<string> = new Set([
  'service.name',
  'session.id',
  'user.id',
  'deployment.environment.name',
]);

/** Whether lists can be asked for an attribute: only indexed keys find anything. */
export function isFilterable(key: string, { attributes }: Pick<FilterOptions, 'attributes'>): boolean {
  return OWN_KEYS.has(key) || attributes.some((known) => known.key === key);
}
