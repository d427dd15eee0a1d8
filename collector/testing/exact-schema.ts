import type { Static, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';

interface JsonSchema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
}

const compiled = new WeakMap<TSchema, ReturnType<typeof Compile>>();

/** What keeps `value` from being exactly what `schema` says: missing and wrong fields, and those that it does not know. */
export function schemaProblems(schema: TSchema, value: unknown): string[] {
  const validator = compiled.get(schema) ?? Compile(closed(schema as JsonSchema) as TSchema);
  compiled.set(schema, validator);
  if (validator.Check(value)) return [];
  return validator
    .Errors(value)
    .map(
      ({ instancePath, message, params }) => `${instancePath || '/'} ${message} ${JSON.stringify(params)}`,
    );
}

/** `value` as what it was checked to be. */
export function exactly<T extends TSchema>(schema: T, value: unknown): Static<T> {
  const problems = schemaProblems(schema, value);
  if (problems.length > 0) throw new Error(`not as in the contract:\n${problems.join('\n')}`);
  return value as Static<T>;
}

/** The same schema with no room for other fields. */
function closed(schema: JsonSchema): JsonSchema {
  if (schema.allOf) return merged(schema.allOf.map(closed));
  if (schema.anyOf) return { ...schema, anyOf: schema.anyOf.map(closed) };
  if (schema.items) return { ...schema, items: closed(schema.items) };
  if (!schema.properties) return schema;
  const properties = Object.entries(schema.properties).map(([name, inner]) => [name, closed(inner)]);
  return { ...schema, properties: Object.fromEntries(properties), additionalProperties: false } as JsonSchema;
}

const merged = (parts: readonly JsonSchema[]): JsonSchema =>
  ({
    type: 'object',
    required: parts.flatMap(({ required }) => required ?? []),
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)) as object,
    additionalProperties: false,
  }) as JsonSchema;
