import type { AttributeValue, Attributes } from './records.ts';

/** `value` when it is a finite number: an int, a double or a string that holds one. */
export function toNumber(value: AttributeValue | undefined): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value === 'bigint') return Number(value);
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  const parsed = Number(value);
  return Number.isFinite(parsed) ? parsed : undefined;
}

/** The strings in `value`; a lone string counts as an array of one. */
export function toStrings(value: AttributeValue | undefined): readonly string[] | undefined {
  if (typeof value === 'string') return [value];
  if (!Array.isArray(value)) return undefined;
  return value.filter((item): item is string => typeof item === 'string');
}

/** Attributes that are decoded already: what queries work with. */
export class AttributeMap implements Attributes {
  readonly values: ReadonlyMap<string, AttributeValue>;

  constructor(values: ReadonlyMap<string, AttributeValue>) {
    this.values = values;
  }

  has(key: string): boolean {
    return this.values.has(key);
  }

  get(key: string): AttributeValue | undefined {
    return this.values.get(key);
  }

  string(key: string): string | undefined {
    const value = this.values.get(key);
    return typeof value === 'string' && value !== '' ? value : undefined;
  }

  number(key: string): number | undefined {
    return toNumber(this.values.get(key));
  }

  strings(key: string): readonly string[] | undefined {
    return toStrings(this.values.get(key));
  }

  keys(): Iterable<string> {
    return this.values.keys();
  }
}
