import { COMPONENT, type JsonSchema } from '../api/openapi/components.ts';
import type { OpenApiDocument } from '../api/openapi/document.ts';
import type { Operation } from '../api/openapi/operation.ts';
import { schemaProblems } from './exact-schema.ts';
import { jsonOf, send, type Answer } from './http-client.ts';

/** The OpenAPI document that a collector serves, to hold its answers against. */
export class ServedDocument {
  readonly document: OpenApiDocument;
  readonly #resolved = new Map<string, JsonSchema>();
  /** Parts of schemas that a value was seen of. */
  readonly #seen = new Set<JsonSchema>();
  readonly #shown = new Map<string, JsonSchema>();

  constructor(document: OpenApiDocument) {
    this.document = document;
  }

  static async of(url: string): Promise<ServedDocument> {
    return new ServedDocument(jsonOf(await send(`${url}/api/v1/openapi.json`)) as OpenApiDocument);
  }

  operations(): { method: string; path: string; operation: Operation }[] {
    return Object.entries(this.document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        method: method.toUpperCase(),
        path,
        operation,
      })),
    );
  }

  /** The schema of an answer, without references. Throws where the status or type is not documented. */
  schemaOf({ operationId, responses }: Operation, status: number, type = 'application/json'): JsonSchema {
    const schema = responses[status]?.content?.[type]?.schema;
    if (schema === undefined) throw new Error(`${operationId} documents no ${status} of ${type}`);
    return this.#resolve(schema);
  }

  /** Throws unless the answer is exactly as documented, in status, type and every field. */
  check(operation: Operation, { status, headers, body }: Answer): void {
    if (body.length === 0 && operation.responses[status]?.content === undefined) {
      if (!operation.responses[status]) throw new Error(`${operation.operationId} documents no ${status}`);
      return;
    }
    const type = headers['content-type']?.split(';', 1)[0] ?? '';
    const schema = this.schemaOf(operation, status, type);
    this.checkValue(`${operation.operationId} ${status}`, schema, JSON.parse(String(body)));
  }

  checkValue(what: string, schema: JsonSchema, value: unknown): void {
    const problems = schemaProblems(schema, value);
    if (problems.length > 0) throw new Error(`${what} is not as documented:\n${problems.join('\n')}`);
    this.#shown.set(what, schema);
    this.#see(schema, value);
  }

  /** The fields and alternatives of all checked answers that none of them had a value for. */
  unseen(): string[] {
    const lines = new Map<JsonSchema, string>();
    for (const [what, schema] of this.#shown) this.#missing(schema, what, lines, new Set());
    return [...lines.values()];
  }

  #see(schema: JsonSchema, value: unknown): void {
    if (value === null || value === undefined) return;
    this.#seen.add(schema);
    for (const part of schema.allOf ?? []) this.#see(part, value);
    for (const option of schema.anyOf ?? [])
      if (schemaProblems(option, value).length === 0) this.#see(option, value);
    if (schema.items && Array.isArray(value)) for (const item of value) this.#see(schema.items, item);
    for (const [name, field] of Object.entries(schema.properties ?? {}))
      this.#see(field, (value as Record<string, unknown>)[name]);
  }

  #missing(schema: JsonSchema, at: string, lines: Map<JsonSchema, string>, walked: Set<JsonSchema>): void {
    if (schema.type === 'null' || walked.has(schema)) return;
    walked.add(schema);
    if (!this.#seen.has(schema)) {
      lines.set(schema, at);
      return;
    }
    for (const part of schema.allOf ?? []) this.#missing(part, at, lines, walked);
    for (const [i, option] of (schema.anyOf ?? []).entries())
      this.#missing(option, `${at}|${i}`, lines, walked);
    if (schema.items) this.#missing(schema.items, `${at}[]`, lines, walked);
    for (const [name, field] of Object.entries(schema.properties ?? {}))
      this.#missing(field, `${at}.${name}`, lines, walked);
  }

  /** Named schemas are resolved once, so that what one answer shows of them counts for all. */
  #resolve(schema: JsonSchema): JsonSchema {
    const { $ref, properties, items, anyOf, allOf } = schema;
    if ($ref !== undefined) {
      const name = $ref.slice(COMPONENT.length);
      const named = this.document.components.schemas[name];
      if (!named) throw new Error(`nothing is called ${name}`);
      const known = this.#resolved.get(name) ?? this.#resolve(named);
      this.#resolved.set(name, known);
      return known;
    }
    const each = (list: readonly JsonSchema[]): JsonSchema[] => list.map((one) => this.#resolve(one));
    return {
      ...schema,
      ...(properties && {
        properties: Object.fromEntries(
          Object.entries(properties).map(([name, field]) => [name, this.#resolve(field)]),
        ),
      }),
      ...(items && { items: this.#resolve(items) }),
      ...(anyOf && { anyOf: each(anyOf) }),
      ...(allOf && { allOf: each(allOf) }),
    };
  }
}
