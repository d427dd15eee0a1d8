import { Type, type Static } from 'typebox';

/** One rule of `redaction.rules`: what is taken out of everything that arrives before any of it is stored. */
export const RedactionRule = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 100, description: 'tells it from the others' }),
    enabled: Type.Optional(Type.Boolean({ description: 'absent: yes' })),
    keys: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
        minItems: 1,
        maxItems: 100,
        description:
          'attribute keys in upper or lower case, `*` standing for any text; keys inside a value, or inside JSON that it holds as text, are reached by their path, `headers.authorization`. Without a pattern the whole value is replaced, with one only what it matches in these values',
      }),
    ),
    pattern: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 1000,
        description:
          'a regular expression in the syntax of RE2; what it matches is replaced, in the values of `keys` or, without those, in every text: names, values, log bodies, status messages; of JSON in what its strings say, without their escapes',
      }),
    ),
    replacement: Type.Optional(
      Type.String({ minLength: 1, maxLength: 100, description: 'absent: `[redacted]`' }),
    ),
  },
  {
    additionalProperties: false,
    description: 'Has `keys`, a `pattern` or both.',
    examples: [{ name: 'Bearer tokens', pattern: '(?i)bearer [a-z0-9._-]{16,}', enabled: true }],
  },
);
export type RedactionRule = Static<typeof RedactionRule>;
