import { Type } from 'typebox';
import { describe, expect, test } from 'vitest';
import { Components } from './components.ts';

const Colour = Type.Union([Type.Literal('red'), Type.Literal('blue')], { title: 'Colour' });

describe('a named schema', () => {
  test('stands once, wherever and however often it is used', () => {
    const components = new Components();
    const Paint = Type.Object(
      { colour: Colour, spare: Type.Optional(Colour), more: Type.Array(Colour) },
      { title: 'Paint' },
    );
    expect(components.refer(Paint)).toEqual({ $ref: '#/components/schemas/Paint' });
    const colour = { $ref: '#/components/schemas/Colour' };
    expect(components.schemas).toEqual({
      Colour: { type: 'string', enum: ['red', 'blue'] },
      Paint: {
        type: 'object',
        required: ['colour', 'more'],
        properties: { colour, spare: colour, more: { type: 'array', items: colour } },
      },
    });
  });

  test('shares its name with no other', () => {
    const components = new Components();
    components.refer(Colour);
    expect(() => components.refer(Type.String({ title: 'Colour' }))).toThrow(
      'two different schemas are called Colour',
    );
  });
});

test('maps and choices are written as generators of clients read them', () => {
  const components = new Components();
  expect(components.refer(Type.Record(Type.String(), Type.Number()))).toEqual({
    type: 'object',
    additionalProperties: { type: 'number' },
  });
  const mixed = Type.Union([Type.Literal('auto'), Type.Integer()]);
  expect(components.refer(mixed)).toEqual({
    anyOf: [{ type: 'string', const: 'auto' }, { type: 'integer' }],
  });
});
