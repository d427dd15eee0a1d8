import { expect, test } from 'vitest';
import type { SchemaNode } from '../contract/schema-node.ts';
import { argumentsOf } from './arguments.ts';
import { TOOLS } from './tools/tools.ts';

/** The fields of `Schema` in Gemini's interface that tools need. What has any other in one tool is refused as a whole. */
const KNOWN_TO_GEMINI = new Set([
  'type',
  'description',
  'enum',
  'default',
  'properties',
  'required',
  'items',
  'minimum',
  'maximum',
  'maxLength',
  'pattern',
]);

const inputOf = (tool: (typeof TOOLS)[number]): SchemaNode =>
  argumentsOf(tool.parameters)['~standard'].jsonSchema.input({ target: 'draft-2020-12' });

function* keywords(schema: SchemaNode): Iterable<string> {
  yield* Object.keys(schema);
  const inside = [...Object.values(schema.properties ?? {}), ...(schema.items ? [schema.items] : [])];
  for (const one of inside) yield* keywords(one);
}

test.for(TOOLS)('arguments of $name are in words that interfaces of all models take', (tool) => {
  const others = [...keywords(inputOf(tool))].filter((word) => !KNOWN_TO_GEMINI.has(word));
  expect(others).toEqual([]);
});

test('what has names is told with all of them', () => {
  const listSpans = TOOLS.find(({ name }) => name === 'list_spans')!;
  expect(inputOf(listSpans).properties?.['status_code']).toEqual({
    type: 'string',
    enum: ['UNSET', 'OK', 'ERROR'],
    description: "the span's status in the protocol",
  });
});
