import { isDeepStrictEqual } from 'node:util';
import type { TSchema } from 'typebox';
import { choiceOf } from '../../contract/schema-node.ts';
import type { Content } from './route-documentation.ts';

/** A JSON Schema as it stands in the document; what is read of it is what the contract writes. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string;
  readonly format?: string;
  readonly title?: string;
  readonly description?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly patternProperties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minLength?: number;
}

/** By media type. */
export type ShownContent = Readonly<Record<string, { readonly schema: JsonSchema }>>;

/** Where references to named schemas point. */
export const COMPONENT = '#/components/schemas/';

/**
 * The named schemas of a document. OpenAPI 3.1 takes JSON Schema as it is; only what generators of clients don't read
 * is written in the way that they do: maps as `additionalProperties`, choices of texts as `enum`.
 */
export class Components {
  readonly schemas: Record<string, JsonSchema> = {};

  /** The schema as the document shows it: a reference where it has a name. */
  refer(schema: TSchema): JsonSchema {
    const { title, ...unnamed } = schema as JsonSchema;
    if (title === undefined) return this.#rewritten(unnamed);
    const component = this.#rewritten(unnamed);
    const known = (this.schemas[title] ??= component);
    if (!isDeepStrictEqual(known, component)) throw new Error(`two different schemas are called ${title}`);
    return { $ref: COMPONENT + title };
  }

  show(content: Content): ShownContent {
    const entries = Object.entries(content).map(([type, { schema }]) => [
      type,
      { schema: this.refer(schema) },
    ]);
    return Object.fromEntries(entries) as ShownContent;
  }

  #rewritten({ patternProperties, ...schema }: JsonSchema): JsonSchema {
    const { properties, items, anyOf, allOf } = schema;
    const texts = choiceOf(schema);
    if (texts !== undefined) {
      const { anyOf: _anyOf, ...rest } = schema;
      return { type: 'string', enum: texts, ...rest };
    }
    const each = (list: readonly JsonSchema[]): JsonSchema[] => list.map((one) => this.refer(one));
    const values = patternProperties && Object.values(patternProperties)[0];
    return {
      ...schema,
      ...(properties && { properties: this.#referAll(properties) }),
      ...(items && { items: this.refer(items) }),
      ...(anyOf && { anyOf: each(anyOf) }),
      ...(allOf && { allOf: each(allOf) }),
      ...(values && { additionalProperties: this.refer(values) }),
    };
  }

  #referAll(properties: Readonly<Record<string, JsonSchema>>): Record<string, JsonSchema> {
    const entries = Object.entries(properties).map(([name, one]) => [name, this.refer(one)]);
    return Object.fromEntries(entries) as Record<string, JsonSchema>;
  }
}

/** A constant, default or example as a person writes it: texts without quotes. */
export const shown = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
