import { AttributeMap } from '../decode/attribute-map.ts';
import type { AttributeValue, Attributes } from '../decode/records.ts';

/** Attributes from a plain object: ints as bigint, doubles as number. */
export function attributesOf(values: Readonly<Record<string, AttributeValue>>): Attributes {
  return new AttributeMap(new Map(Object.entries(values)));
}
